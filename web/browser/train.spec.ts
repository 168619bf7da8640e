import { expect, test } from 'vitest';
import { expectVerdict, origin, visit } from './browser';

test('king and queen win against the trainer with the moves of the hints', async () => {
  const page = await visit('/train');
  await page.getByRole('button', { name: 'KQK', exact: true }).click();
  await page.getByLabel('easy').check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expectVerdict(page, /Win this position/);
  // at most ten moves: the eleventh would be a mistake of the program
  for (let move = 1; move <= 11; move++) {
    await page.getByText('It is your move').waitFor();
    await page.getByRole('button', { name: 'Hints' }).click();
    await page.locator('.moves button').first().click();
    const replied = page.locator('.line li').nth(2 * move - 1);
    const mate = page.locator('h2.verdict', { hasText: 'Mate' });
    await replied.or(mate).first().waitFor();
    if (await mate.count()) break;
  }
  await expectVerdict(page, /Mate/);
  expect(await page.locator('#moves-lost').innerText()).toBe('0');
  expect(await page.locator('.score').innerText()).toContain('1 position');
});

const QUEEN = '/train?ending=KQK&side=white&level=easy&fen=8/8/8/3k4/8/8/7Q/K7_w_-_-_0_1';

test('a thrown-away win is told at once, with the moves that kept it', async () => {
  const page = await visit(QUEEN);
  await page.getByText('It is your move').waitFor();
  await page.locator('#move').fill('Qe5');
  await page.keyboard.press('Enter');
  await expectVerdict(page, /Game over/);
  await page
    .locator('.panel')
    .getByText(/The win is gone: Qe5\+/)
    .waitFor();
  await page.locator('.better .played').filter({ hasText: 'the win' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).first().click();
  await expectVerdict(page, /Win this position/);
  expect(await page.locator('.line li').count()).toBe(0);
});

test('a slow move loses moves, and the page says why', async () => {
  const page = await visit(QUEEN);
  await page.getByText('It is your move').waitFor();
  await page.getByRole('button', { name: 'Moves to go' }).click();
  await page.locator('.panel').getByText('9 moves to go').waitFor();
  await page.locator('#move').fill('Qh8');
  await page.keyboard.press('Enter');
  await page.locator('.line li').nth(1).waitFor();
  const lost = Number(await page.locator('#moves-lost').innerText());
  expect(lost).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.locator('.better').filter({ hasText: 'nothing' }).waitFor();
  // the state can be shared: moves and score are found again
  const again = await visit(page.url().slice(origin.length));
  await again.locator('.line li').nth(1).waitFor();
  await again
    .locator('#moves-lost')
    .filter({ hasText: String(lost) })
    .waitFor();
});

test('an ending that is none is refused in words', async () => {
  const page = await visit('/train');
  await page.locator('input[name=ending]').fill('KXK');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.complaint:not(:empty)').first().waitFor();
});
