import { expect, test } from 'vitest';
import type { SideStats } from '../server';
import { distancesOf } from './distances';

const side = (change: Partial<SideStats>): SideStats => ({
  legal: 10,
  win: 0,
  draw: 0,
  loss: 0,
  win_by_plies: {},
  loss_by_plies: {},
  longest_win: null,
  longest_loss: null,
  ...change,
});

test('plies are gathered into moves, and mates left out', () => {
  const distances = distancesOf({
    material: 'KQK',
    metric: 'dtm',
    white_to_move: side({ win: 9, win_by_plies: { 1: 4, 5: 5 } }),
    black_to_move: side({ loss_by_plies: { 0: 3, 1: 1, 2: 2, 4: 7 } }),
  });
  expect(distances).toEqual({
    moves: [1, 2, 3],
    whiteToMove: [4, 0, 5],
    blackToMove: [3, 7, 0],
    longest: 3,
    whiteShare: 90,
  });
});
