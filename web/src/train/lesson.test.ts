import { describe, expect, test } from 'vitest';
import { restore } from '../game';
import type { Report } from '../values';
import { facts, move } from '../values.fixture';
import {
  endingOf,
  isTraineesTurn,
  judgements,
  type Lesson,
  lastJudgement,
  movesLost,
  takeBack,
} from './lesson';

const START = '8/8/8/8/8/2k5/1R6/K7 w - - 0 1';

const lesson = (moves: string[], side: 'white' | 'black' = 'white'): Lesson => {
  const line = restore(START, moves);
  if (!line || line.plies.length !== moves.length) throw new Error('illegal moves');
  return { line, side };
};

const leaving = (uci: string, plies: number) =>
  move(uci, { category: plies === 0 ? 'draw' : 'loss', dtm: -plies });

const reports = new Map<string, Report>([
  [START, { ...facts(), moves: [leaving('a1a2', 30), leaving('b2b1', 34), leaving('b2c2', 0)] }],
]);

test('the trainee is to move, then the program', () => {
  expect(isTraineesTurn(lesson([]))).toBe(true);
  expect(isTraineesTurn(lesson(['a1a2']))).toBe(false);
  expect(isTraineesTurn(lesson(['a1a2'], 'black'))).toBe(true);
});

describe('moves are judged against the best', () => {
  test('an exact move loses nothing', () => {
    expect(movesLost(judgements(lesson(['a1a2', 'c3d4']), reports))).toBe(0);
  });

  test('a slower one loses moves', () => {
    expect(movesLost(judgements(lesson(['b2b1']), reports))).toBe(2);
  });

  test('a thrown-away win is seen at once', () => {
    expect(lastJudgement(lesson(['b2c2']), reports)?.mistake).toBe(true);
    expect(lastJudgement(lesson(['b2c2', 'c3c2']), reports)).toBeUndefined();
  });
});

test('taking back leads to the trainee’s last move', () => {
  expect(takeBack(lesson(['a1a2', 'c3d4'])).line.plies.length).toBe(0);
  expect(takeBack(lesson(['a1a2', 'c3d4', 'a2b3'])).line.plies.length).toBe(2);
  expect(takeBack(lesson(['a1a2'], 'black')).line.plies.length).toBe(0);
});

test('an end is seen from the trainee’s side', () => {
  const mate: Report = { ...facts({ checkmate: true, category: 'loss' }), moves: [] };
  expect(endingOf(lesson(['a1a2']), mate)).toBe('mate');
  expect(endingOf(lesson([]), mate)).toBe('mated');
  expect(endingOf(lesson([]), { ...facts({ stalemate: true }), moves: [] })).toBe('stalemate');
  expect(endingOf(lesson([]), { ...facts(), moves: [] })).toBeUndefined();
});
