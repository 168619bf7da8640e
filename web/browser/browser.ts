// A browser for tests, that notices what a user would not.

import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';

export const origin = inject('origin');

let browser: Browser;
const open: { page: Page; strangers: string[]; errors: string[] }[] = [];

beforeAll(async () => {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  // a container's root has no sandbox; nothing but our own page is opened
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser?.close();
});

afterEach(async () => {
  const pages = open.splice(0);
  await Promise.all(pages.map(({ page }) => page.context().close()));
  for (const { strangers, errors } of pages) {
    expect(strangers, 'requests that leave the machine').toEqual([]);
    expect(errors, 'errors in the console').toEqual([]);
  }
});

/** A page of ours, in a context of its own. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  // shorter than a test may take, so that it is told what was waited for
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const [strangers, errors]: [string[], string[]] = [[], []];
  open.push({ page, strangers, errors });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) strangers.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // an answer of 4xx is told in the page; the browser's own line about it is no error of ours
    const refused = /status of 4\d\d|ERR_FAILED|ERR_CONNECTION/.test(message.text());
    if (message.type() === 'error' && !refused) errors.push(message.text());
  });
  await page.goto(origin + address);
  return page;
}

/** The heading that says what a position is worth. */
export const verdict = (page: Page) => page.locator('h2.verdict');

/** Waits until the verdict says so. */
export async function expectVerdict(page: Page, text: RegExp): Promise<void> {
  await verdict(page).filter({ hasText: text }).waitFor();
}
