import { defineConfig } from 'vitest/config';

// `npm run dev` shows changes at once, with the answers of a server that runs beside it.
const server = process.env['SOLUSREX_SERVER'] ?? 'http://127.0.0.1:7340';

export default defineConfig({
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/standard': server, '/healthz': server } },
  test: { include: ['src/**/*.test.ts'], reporters: ['default', './browser/tally.ts'] },
});
