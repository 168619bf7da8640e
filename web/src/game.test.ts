import { describe, expect, test } from 'vitest';
import { drawnByRule, fenAt, goTo, moveNumber, play, restore, startLine, typedMove } from './game';

const ROOK = '8/8/8/8/8/2k5/1R6/K7 w - - 0 1';

describe('a line', () => {
  test('goes on from its moves', () => {
    const line = restore(ROOK, ['a1a2', 'c3d4']);
    expect(line?.plies.map((ply) => ply.san)).toEqual(['Ka2', 'Kd4']);
    expect(line && fenAt(line)).toBe('8/8/8/8/3k4/8/KR6/8 w - - 2 2');
  });

  test('stops at a move that is illegal', () => {
    expect(restore(ROOK, ['a1a2', 'a2a8', 'c3d4'])?.plies.length).toBe(1);
  });

  test('is walked without leaving it, and changed by another move', () => {
    const line = goTo(restore(ROOK, ['a1a2', 'c3d4']) as never, 1);
    expect(play(line, 'c3d4')?.plies.length).toBe(2);
    expect(play(line, 'c3d3')?.plies.map((ply) => ply.uci)).toEqual(['a1a2', 'c3d3']);
    expect(goTo(line, 99).at).toBe(2);
    expect(goTo(line, -1).at).toBe(0);
  });

  test('counts moves from where it begins', () => {
    const line = restore('8/8/8/8/8/2k5/1R6/K7 b - - 0 7', []);
    expect(line && moveNumber(line, 0)).toBe('7...');
    expect(line && moveNumber(line, 1)).toBe('8.');
  });

  test.each(['', 'nonsense', '8/8/8/8/8/8/8/8 w - -', 'kk6/8/8/8/8/8/8/K7 w - -'])(
    '%j begins none',
    (fen) => {
      expect(startLine(fen)).toBeUndefined();
    },
  );
});

describe('a typed move', () => {
  test('is read as players write it', () => {
    const fen = '4k3/8/8/8/8/8/3b4/R3K2R w KQ - 0 1';
    expect(typedMove(ROOK, 'Rb5')).toBe('b2b5');
    expect(typedMove(ROOK, 'rb5!')).toBe('b2b5');
    expect(typedMove(ROOK, 'b2b5')).toBe('b2b5');
    expect(typedMove(ROOK, 'Rb2-b5')).toBe('b2b5');
    expect(typedMove(ROOK, 'Rc3')).toBeUndefined();
    expect(typedMove('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', '0-0')).toBe('e1g1');
    expect(typedMove('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'o-o-o')).toBe('e1c1');
    expect(typedMove(fen, 'Kxd2')).toBe('e1d2');
  });

  test('promotes', () => {
    expect(typedMove('8/4P3/8/8/8/8/k7/4K3 w - - 0 1', 'e8=N')).toBe('e7e8n');
  });

  test('of a small b is the pawn’s if it can be', () => {
    expect(typedMove('4k3/8/8/8/8/2r5/1P1B4/4K3 w - - 0 1', 'bxc3')).toBe('b2c3');
  });
});

describe('a draw by rule', () => {
  test('comes with the third time', () => {
    const there = ['a1a2', 'c3d4', 'a2a1', 'd4c3'];
    const line = restore(ROOK, [...there, ...there]);
    expect(line && drawnByRule(line)).toBe('repetition');
    expect(line && drawnByRule(goTo(line, 7))).toBeUndefined();
  });

  test('comes after fifty moves', () => {
    const line = restore('8/8/8/8/8/2k5/1R6/K7 w - - 99 80', ['a1a2']);
    expect(line && drawnByRule(line)).toBe('fifty');
  });
});
