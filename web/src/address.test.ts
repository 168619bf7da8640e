import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './address';

const opened = (address: string) => readAddress(new URL(address, 'http://127.0.0.1') as never);

test('an address reads well and comes back', () => {
  const address = writeAddress('explore', {
    fen: '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1',
    moves: 'h1a8,c4c5',
    at: undefined,
  });
  expect(address).toBe('/explore?fen=8/8/8/8/2r5/8/2k5/K6Q_w_-_-_0_1&moves=h1a8,c4c5');
  const { route, parameters } = opened(address);
  expect(route).toBe('explore');
  expect(parameters.get('fen')).toBe('8/8/8/8/2r5/8/2k5/K6Q w - - 0 1');
});

test('a problem stands behind the number sign, blanks, signs and all', () => {
  const text = 'BeginProblem\nStipulation h#2.5 & more_100%\nEndProblem';
  const address = writeAddress('solve', { run: '1', text });
  expect(address.startsWith('/solve?run=1#text=')).toBe(true);
  expect(opened(address).parameters.get('text')).toBe(text);
});

test('a strange address is no error', () => {
  expect(opened('/elsewhere?x=%E0%A4%A#text=%').route).toBe('explore');
  expect(opened('/solve#text=%').parameters.get('text')).toBe('%');
});
