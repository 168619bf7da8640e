import { expect, test } from 'vitest';
import { expectVerdict, origin, verdict, visit } from './browser';

const KRKN = '8/8/8/8/8/8/R4n2/K1k5_w_-_-_0_1';

test('a win of rook against knight is explored to mate with the space bar', async () => {
  const page = await visit(`/explore?fen=${KRKN}`);
  // the table is not there yet: the page waits for it by itself
  await expectVerdict(page, /White wins/);
  await page.locator('.distances').filter({ hasText: 'mate in' }).waitFor();
  const moves = Number(/mate in (\d+)/.exec(await page.locator('.distances').innerText())?.[1]);
  expect(moves).toBe(9);
  for (let ply = 1; ply < 2 * moves; ply++) {
    await page.keyboard.press(' ');
    await page
      .locator('.line li')
      .nth(ply - 1)
      .waitFor();
    await page.locator('.moves button, h2.verdict:has-text("Checkmate")').first().waitFor();
  }
  await expectVerdict(page, /Checkmate: White has won/);
  expect(await page.locator('.line li').count()).toBe(2 * moves - 1);
  expect(await page.locator('.line .mistake').count()).toBe(0);
});

test('arrow keys walk, and a shared address restores the line', async () => {
  const page = await visit('/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1&moves=a1a2,c3d4,a2b3');
  await page.locator('.line li').nth(2).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.line [aria-current=step]:has-text("Kd4")').waitFor();
  const again = await visit(new URL(page.url()).href.slice(origin.length));
  await again.locator('.line [aria-current=step]:has-text("Kd4")').waitFor();
  expect(await again.locator('.line li').count()).toBe(3);
  await again.locator('.line .value').nth(2).filter({ hasText: /\+15/ }).waitFor();
  expect(await again.locator('#fen').inputValue()).toBe('8/8/8/8/3k4/8/KR6/8 w - - 2 2');
});

test('a wrong FEN shows what is wrong with it', async () => {
  const page = await visit('/explore');
  await page.locator('#fen').fill('8/8/8/8/8/8/8/7 w - -');
  await page.keyboard.press('Enter');
  await page.locator('#fen-error:not(:empty)').waitFor();
  expect(await page.locator('#fen-error').innerText()).not.toBe('');
  await page.locator('#fen').fill('8/8/8/8/8/8/8/K6R w - -');
  await page.keyboard.press('Enter');
  await page.locator('#fen-error').filter({ hasText: /king/i }).waitFor();
  await page.locator('#fen').fill('8/8/8/8/8/1k6/8/K6R w - -');
  await page.keyboard.press('Enter');
  await expectVerdict(page, /White wins/);
  expect(await page.locator('#fen-error').innerText()).toBe('');
});

test('an address with a wrong FEN is told, and something is shown all the same', async () => {
  const page = await visit('/explore?fen=8/8/8/8/2k5/1P6/1R6/K7_w_-_-_0_1');
  await page.locator('#fen-error:not(:empty)').waitFor();
  await expectVerdict(page, /White wins/);
});

test('a position is set up with men from the tray', async () => {
  const page = await visit('/explore');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  const board = await page.locator('cg-board').boundingBox();
  if (!board) throw new Error('no board');
  const square = (file: number, rank: number): [number, number] => [
    board.x + (board.width * (file + 0.5)) / 8,
    board.y + (board.height * (7.5 - rank)) / 8,
  ];
  // one man is dragged, the others are picked and put down by a click
  await page.getByRole('button', { name: 'White king' }).hover();
  await page.mouse.down();
  await page.mouse.move(...square(0, 0), { steps: 4 });
  await page.mouse.up();
  await page.locator('.fen-preview').filter({ hasText: '8/8/8/8/8/8/8/K7' }).waitFor();
  await page.getByRole('button', { name: 'Black king' }).click();
  await page.mouse.click(...square(2, 2));
  await page.getByRole('button', { name: 'White rook' }).click();
  await page.mouse.click(...square(1, 1));
  await page.locator('.fen-preview').filter({ hasText: '8/8/8/8/8/2k5/1R6/K7 w' }).waitFor();
  await page.getByRole('button', { name: 'Show the values' }).click();
  await expectVerdict(page, /White wins/);
  expect(await page.locator('.distances').innerText()).toContain('mate in 16');
});

test('on a phone men are picked and put down by fingers', async () => {
  const page = await visit('/explore', { viewport: { width: 390, height: 800 }, hasTouch: true });
  await page.getByRole('button', { name: 'Set up' }).tap();
  await page.getByRole('button', { name: 'Clear the board' }).tap();
  await page.getByRole('button', { name: 'White king' }).tap();
  await page.locator('.man[aria-pressed=true]').waitFor();
  await page.locator('cg-board').scrollIntoViewIfNeeded();
  const board = await page.locator('cg-board').boundingBox();
  if (!board) throw new Error('no board');
  const side = board.width / 8;
  await page.touchscreen.tap(board.x + side * 4.5, board.y + side * 3.5);
  await page.locator('.fen-preview').filter({ hasText: '8/8/8/4K3/8/8/8/8' }).waitFor();
  await page.touchscreen.tap(board.x + side * 4.5, board.y + side * 3.5);
  await page.locator('.fen-preview').filter({ hasText: '8/8/8/8/8/8/8/8' }).waitFor();
});

test('men are moved by mouse, and a typed move is played', async () => {
  const page = await visit('/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1');
  await page.locator('.moves button').first().waitFor();
  const board = await page.locator('cg-board').boundingBox();
  if (!board) throw new Error('no board');
  const side = board.width / 8;
  await page.mouse.click(board.x + side * 0.5, board.y + side * 7.5);
  await page.mouse.click(board.x + side * 0.5, board.y + side * 6.5);
  await page.locator('.line').filter({ hasText: 'Ka2' }).waitFor();
  await page.locator('.moves button').first().waitFor();
  await page.locator('#move').fill('kd4');
  await page.keyboard.press('Enter');
  await page.locator('.line').filter({ hasText: 'Kd4' }).waitFor();
  await page.locator('#move').fill('Qh9');
  await page.keyboard.press('Enter');
  await page.locator('#move-error').filter({ hasText: 'no legal move' }).waitFor();
});

test('the longest wins of the ending are one click away, beside the chart', async () => {
  const page = await visit('/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1');
  await page.locator('.chart canvas').waitFor();
  await page.getByRole('button', { name: 'Longest wins' }).click();
  await page.locator('.finds button').first().click();
  await expectVerdict(page, /White wins/);
  await page.locator('.distances').filter({ hasText: 'mate in 16' }).waitFor();
  await page.getByRole('button', { name: 'Zugzwangs' }).click();
  await page.getByText('no full-point zugzwang').waitFor();
});

test('a table too large to be built by itself is named with its command', async () => {
  const page = await visit('/explore?fen=7r/8/8/4k3/8/1P6/1R6/K7_w_-_-_0_1');
  await page.getByText('solusrex build KRPKR').waitFor();
  await page.locator('.moves button').first().waitFor();
});

test('a server that is gone is missed, and found again', async () => {
  const page = await visit('/explore?fen=8/8/8/8/8/2k5/1R6/K7_w_-_-_0_1');
  await expectVerdict(page, /White wins/);
  await page.route('**/*', (route) => route.abort());
  await page.keyboard.press(' ');
  await page.locator('.banner').waitFor();
  await page.unroute('**/*');
  await page.locator('.banner').waitFor({ state: 'detached' });
  await page.locator('.moves button').first().waitFor();
  expect(await verdict(page).innerText()).toBe('White wins');
});
