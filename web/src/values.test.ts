import { describe, expect, test } from 'vitest';
import { bestMoves, judge, type Report, sign, worth, worthOfMove } from './values';
import { facts, move } from './values.fixture';

describe('a position', () => {
  test('won in 31 plies is +16', () => {
    expect(sign(worth(facts({ category: 'win', dtm: 31 })))).toBe('+16');
  });

  test('lost in 30 plies is −15', () => {
    expect(sign(worth(facts({ category: 'loss', dtm: -30 })))).toBe('−15');
  });

  test('is counted in the first metric that is known', () => {
    expect(worth(facts({ category: 'win', dtc: 7, precise_dtz: 5 }))).toMatchObject({
      metric: 'dtc',
      plies: 7,
    });
  });

  test('won but for the fifty-move rule says so', () => {
    expect(worth(facts({ category: 'cursed-win', dtz: 101 })).fifty).toBe('surely');
    expect(worth(facts({ category: 'maybe-loss', dtm: -120 })).fifty).toBe('perhaps');
  });
});

describe('a move', () => {
  test('is worth what it leaves to the opponent, and a ply more', () => {
    expect(sign(worthOfMove(move('a1a2', { category: 'loss', dtm: -30 })))).toBe('+16');
    expect(sign(worthOfMove(move('a1a2', { category: 'win', dtm: 21 })))).toBe('−11');
    expect(sign(worthOfMove(move('a1a2', { category: 'draw', dtm: 0 })))).toBe('=');
  });

  test('that mates is +1', () => {
    expect(sign(worthOfMove(move('a1a8', { checkmate: true, category: 'loss', dtz: -1 })))).toBe(
      '+1',
    );
  });

  test('that converts is the end of that count', () => {
    const taken = move('a1a2', { category: 'loss', dtc: -9, conversion: true });
    expect(worthOfMove(taken).plies).toBe(1);
  });
});

describe('judging', () => {
  const report: Report = {
    ...facts({ category: 'win', dtm: 9 }),
    moves: [
      move('best', { category: 'loss', dtm: -8 }),
      move('same', { category: 'loss', dtm: -8 }),
      move('slow', { category: 'loss', dtm: -14 }),
      move('drop', { category: 'draw', dtm: 0 }),
    ],
  };

  test('several moves may be best', () => {
    expect(bestMoves(report).map(({ uci }) => uci)).toEqual(['best', 'same']);
  });

  test('a slower win costs moves', () => {
    expect(judge(report, 'slow')).toMatchObject({ mistake: false, lost: 3 });
    expect(judge(report, 'same')).toMatchObject({ mistake: false, lost: 0 });
  });

  test('a lost half-point is a mistake', () => {
    expect(judge(report, 'drop')).toMatchObject({ mistake: true, lost: 0 });
  });

  test('a faster loss costs moves too', () => {
    const lost: Report = {
      ...facts({ category: 'loss', dtm: -10 }),
      moves: [
        move('long', { category: 'win', dtm: 9 }),
        move('short', { category: 'win', dtm: 3 }),
      ],
    };
    expect(judge(lost, 'short')).toMatchObject({ mistake: false, lost: 3 });
  });

  test('what no table knows is not judged', () => {
    const unknown: Report = { ...facts(), moves: [move('a', { category: 'unknown' })] };
    expect(judge(unknown, 'a')).toBeUndefined();
  });
});
