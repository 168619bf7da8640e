import { expect, test } from 'vitest';
import { expectVerdict, origin, visit } from './browser';

const problem = (text: string) => `/solve#text=${encodeURIComponent(text)}`;

test('a helpmate is solved, and its moves play on the board', async () => {
  const page = await visit('/solve');
  await page.getByLabel('Example').selectOption({ label: 'Two ways to castle: h#2' });
  await expect.poll(() => page.locator('#stip').inputValue()).toBe('h#2');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expectVerdict(page, /C\+, 2 solutions/);
  await page.getByRole('button', { name: '0-0', exact: true }).click();
  await page.getByText('Board in words').click();
  await page.locator('.as-text').filter({ hasText: 'king g1, rook f1' }).waitFor();
  await page.locator('.step[aria-current=step]').blur();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.as-text').filter({ hasText: 'king e1, rook h1' }).waitFor();
  await page.locator('.caption .stip').filter({ hasText: '1.Kf8-g8' }).waitFor();
  await page.getByRole('button', { name: 'Back to the diagram' }).click();
  await page.locator('.caption .stip').filter({ hasText: 'h#2' }).waitFor();
});

test('a Circe two-mover is solved from its fields', async () => {
  const men = 'White Kh4 Qh1 Rb5c5 Black Kf2 Se8 Bb8 Pa7';
  const page = await visit(problem(`BeginProblem\nPieces ${men}\nStipulation #2\nEndProblem\n`));
  await page.locator('#cond').fill('Circe');
  await page.keyboard.press('Enter');
  await page.locator('.chips').filter({ hasText: 'Circe' }).waitFor();
  await page.locator('#options').fill('Variations');
  await page.keyboard.press('Enter');
  await page.locator('.chips').filter({ hasText: 'Variations' }).waitFor();
  await expect.poll(() => page.locator('#text').inputValue()).toMatch(/Condition\s+Circe/);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expectVerdict(page, /C\+, 1 solution/);
  await page.locator('.step.key').filter({ hasText: '1.Rc5-e5!' }).waitFor();
  // the captured rook is reborn on a1
  await page.getByRole('button', { name: '1…Bb8*e5[+wRa1]' }).click();
  await page.getByText('Board in words').click();
  await page
    .locator('.as-text')
    .filter({ hasText: /White: .*rook a1/ })
    .waitFor();
});

test('text and fields keep in step', async () => {
  const page = await visit('/solve');
  const text = page.locator('#text');
  await page.locator('#stip').filter({ visible: true }).waitFor();
  await page.locator('#stip').fill('#3');
  await page.locator('#stip').press('Enter');
  await expect.poll(() => text.inputValue()).toMatch(/Stipulation\s+#3/);
  await text.fill(
    'BeginProblem\nOption Board 10x6\nPieces White Ka1 Gd4 Black Kj6\nStipulation h#2\nEndProblem',
  );
  await expect.poll(() => page.locator('#stip').inputValue()).toBe('h#2');
  await page.locator('.caption').filter({ hasText: '2 + 1' }).waitFor();
  expect(await page.getByLabel('Files').inputValue()).toBe('10');
  await text.fill('BeginProblem\nPieces White Ka1 Black Kz9\nStipulation h#2\nEndProblem');
  await page.locator('#text-error').filter({ hasText: 'Kz9' }).waitFor();
});

test('a search that would last is called off', async () => {
  const page = await visit(
    problem('BeginProblem\nArray\nStipulation #9\nEndProblem'.replace('Array', 'InitialGameArray')),
  );
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectVerdict(page, /Called off/);
});

test('a shared address solves the problem again', async () => {
  const page = await visit(
    problem('BeginProblem\nPieces White Kc6 Rg1 Black Ka8\nStipulation h#1.5\nEndProblem\n'),
  );
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByRole('button', { name: /Rg1-g8#/ }).click();
  await page.locator('.step[aria-current=step]').waitFor();
  const again = await visit(page.url().slice(origin.length));
  await again.locator('.step[aria-current=step]').filter({ hasText: 'Rg1-g8#' }).waitFor();
});

test('text, FEN and drawing can be copied', async () => {
  const page = await visit('/solve', { permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.locator('.caption').filter({ hasText: '3 + 4' }).waitFor();
  await page.getByRole('button', { name: 'FEN' }).click();
  await expect.poll(copied).toBe('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1');
  await page.getByRole('button', { name: 'SVG' }).click();
  await expect.poll(copied).toMatch(/^<svg .*<title>Diagram: #2, 3\+4<\/title>/s);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expectVerdict(page, /C\+, 1 solution/);
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await expect.poll(copied).toMatch(/1\.Ra1-a6 ! zugzwang/);
});

test('a man from the tray, turned and neutral, is put on the board', async () => {
  const page = await visit('/solve');
  await page.locator('.caption').filter({ hasText: '3 + 4' }).waitFor();
  await page.getByRole('button', { name: 'Neutral' }).click();
  await page.getByRole('button', { name: 'Figures turned by 180 degrees' }).click();
  await page.getByRole('button', { name: 'Neutral grasshopper (G)' }).click();
  const board = await page.locator('cg-board').boundingBox();
  if (!board) throw new Error('no board');
  await page.mouse.click(board.x + board.width * (4.5 / 8), board.y + board.height * (4.5 / 8));
  await expect.poll(() => page.locator('#text').inputValue()).toMatch(/Neutral Ge4/);
  // what the editor does not touch stays in the text
  expect(await page.locator('#text').inputValue()).toContain('Author Paul Morphy');
  await page.locator('.caption').filter({ hasText: '3 + 4 + 1n' }).waitFor();
});

test('a board of sixteen by sixteen shows its men', async () => {
  const page = await visit(
    problem(
      'BeginProblem\nOption Board 16x16\nPieces White Ka1 Neutral Np16 Black Kh12\nStipulation h#1\nEndProblem',
    ),
  );
  await page.locator('cg-board piece').nth(2).waitFor();
  expect(await page.locator('cg-board piece').count()).toBe(3);
  const [board, men] = [
    await page.locator('cg-board').boundingBox(),
    await page.locator('cg-board piece').evaluateAll((pieces) =>
      pieces.map((piece) => {
        const { right, bottom, left, top } = piece.getBoundingClientRect();
        return { right, bottom, left, top };
      }),
    ),
  ];
  if (!board) throw new Error('no board');
  for (const man of men) {
    expect(man.left).toBeGreaterThanOrEqual(board.x - 1);
    expect(man.right).toBeLessThanOrEqual(board.x + board.width + 1);
    expect(man.top).toBeGreaterThanOrEqual(board.y - 1);
  }
});
