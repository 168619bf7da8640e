import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { visit } from './browser';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PAGES = [
  ['Explore', '/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1&moves=a1a2', '.moves button'],
  ['Train', '/train?ending=KQK&side=white&fen=8/8/8/3k4/8/8/7Q/K7_w_-_-_0_1', '.score'],
  ['Solve', '/solve?run=1', '.step'],
] as const;

describe.each(PAGES)('%s', (_, address, ready) => {
  test.each(['light', 'dark'] as const)('has no barriers (%s)', async (colorScheme) => {
    const page = await visit(address, { colorScheme });
    await page.locator(ready).first().waitFor();
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await axe.run();
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
      );
    });
    expect(violations).toEqual([]);
  });

  test.each([320, 390])('does not scroll sideways at a width of %i', async (width) => {
    const page = await visit(address, { viewport: { width, height: 800 }, hasTouch: true });
    await page.locator(ready).first().waitFor();
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess).toBeLessThanOrEqual(0);
  });

  test('is reached by keyboard', async () => {
    const page = await visit(address);
    await page.locator(ready).first().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Skip to the board',
    );
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

test('light and dark can be chosen, and are kept', async () => {
  const page = await visit('/explore', { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Theme: auto' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  expect(await ground()).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  expect(await ground()).not.toBe(light);
});

test('the three pages are led to each other, and come back as they were left', async () => {
  const page = await visit('/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1');
  await page.locator('.moves button').first().click();
  await page.locator('.line li').waitFor();
  await page.getByRole('link', { name: 'Train' }).click();
  await page.locator('.chooser').waitFor();
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('#text').waitFor();
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('.line li').waitFor();
  await page.goBack();
  await page.locator('#text').waitFor();
});
