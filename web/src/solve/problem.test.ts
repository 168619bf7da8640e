import { expect, test } from 'vitest';
import { man, readPlacement } from '../board/placement';
import { differences, draftOf, fieldsOf, onlyAsText, resized } from './problem';

const morphy = {
  text: '',
  fen: 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1',
  board: { width: 8, height: 8, topology: 'plane' as const },
  stip: '#2',
  cond: [],
  options: ['Variations'],
  title: ['Author Paul Morphy'],
  twins: [
    { label: 'a', continued: false, changes: [], words: '', stip: '#2', fen: '' },
    { label: 'b', continued: false, changes: [], words: 'move a1 b1', stip: '#2', fen: '' },
  ],
};

test('what the server has read can be sent again', () => {
  expect(fieldsOf(draftOf(morphy))).toEqual({
    pieces: 'White Kc8 Ra1 Pb6 Black Ka8 Bb8 Pa7b7',
    board: '8x8',
    topology: 'plane',
    stip: '#2',
    cond: [],
    options: ['Variations'],
    twins: ['move a1 b1'],
    title: ['Author Paul Morphy'],
  });
});

test('what fields cannot tell is left to the text', () => {
  expect(onlyAsText([morphy])).toBeUndefined();
  expect(onlyAsText([morphy, morphy])).toBe('several');
  expect(onlyAsText([{ ...morphy, twins: morphy.twins.slice(1) }])).toBe('zero');
  expect(onlyAsText([{ ...morphy, stip: 'a=>b4' }])).toBe('origin');
});

test('a smaller board keeps the men that fit', () => {
  const placement = resized(draftOf(morphy).placement, 2, 7);
  expect([...placement.men.keys()].sort()).toEqual(['a1', 'a7', 'b6', 'b7']);
});

test('a move is seen in what it changes', () => {
  const before = readPlacement('4k3/8/8/8/8/8/8/4K3 w - -');
  const after = readPlacement('4k3/8/8/8/8/8/5K2/8 w - -');
  if (!before || !after) throw new Error('not read');
  expect(differences(before, after).sort()).toEqual(['e1', 'f2']);
  const royal = { ...before, men: new Map(before.men).set('e1', man('G', 'white', true)) };
  expect(differences(before, royal)).toEqual(['e1']);
});
