// A server on a free port with an empty folder of tables, for the time of the tests.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = process.env['SOLUSREX'];
  if (!program) throw new Error('SOLUSREX names no program (run `cargo xtask test browser`)');
  const tables = mkdtempSync(join(tmpdir(), 'solusrex-browser-'));
  const server = spawn(program, ['--tables', tables, 'serve', '--bind', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
      if (url) resolve(url[0]);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server has ended (${code})`)));
  });
  project.provide('origin', origin);
  return async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(tables, { recursive: true, force: true });
  };
}
