import { expect, test } from 'vitest';
import type { Attack, Solution } from '../server';
import { Findings, inOrder, parentOf, type Step, sectionsOf } from './steps';

const quiet = { idea: 'none', defences: [], refutations: [] } as const;

/** Morphy's two-mover, cut to one variation and one try. */
const key: Attack = {
  move: 'Ra1-a6',
  check: false,
  merit: 'key',
  fen: 'key',
  after: {
    idea: 'zugzwang',
    refutations: [],
    defences: [
      {
        move: 'b7*a6',
        check: false,
        fen: 'defence',
        answers: [
          {
            move: 'b6-b7',
            check: true,
            goal: '#',
            fen: 'mate',
            merit: 'continuation',
            after: { ...quiet, defences: [], refutations: [] },
          },
        ],
      },
    ],
  },
};
const attempt: Attack = {
  ...key,
  move: 'Ra1-a5',
  merit: 'try',
  after: { idea: 'none', defences: [], refutations: [{ move: 'Bb8-c7', check: false }] },
};

const twin = {
  label: '',
  stipulation: '#2',
  changes: [],
  verdict: { finding: 'sound', solutions: 1 },
};
const solution: Solution = {
  twins: [
    { ...twin, phases: [{ part: 'actual', white: 'white', found: { attacks: [attempt, key] } }] },
  ],
};

const texts = (steps: Step[]) => steps.map((step) => step.text);

test('play against a defence is told as composers write it', () => {
  const steps = inOrder(sectionsOf(solution, 0));
  expect(texts(steps)).toEqual(['1.Ra1-a5?', '1…Bb8-c7!', '1.Ra1-a6!', '1…b7*a6', '2.b6-b7#']);
  expect(steps[2]?.note).toBe('zugzwang');
});

test('every step has a place of its own and knows what it follows', () => {
  const sections = sectionsOf(solution, 0);
  const steps = inOrder(sections);
  expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
  const mate = steps.at(-1);
  expect(mate && parentOf(sections, mate.id)?.text).toBe('1…b7*a6');
});

test('help play is a row of moves, numbered where a move begins', () => {
  const findings = new Findings();
  const move = (text: string, number?: number) => ({
    move: text,
    check: false,
    ...(number ? { number } : {}),
  });
  findings.add({
    problem: 0,
    twin: 0,
    part: 'actual',
    line: { opening: 'half', moves: [move('Rb1-b2'), move('Ka3-a4', 2), move('Rb2-a2')] },
  });
  expect(texts(inOrder(findings.sections))).toEqual(['1…Rb1-b2', '2.Ka3-a4', 'Rb2-a2']);
});

test('twins and phases have headings', () => {
  const two: Solution = {
    twins: [
      {
        ...twin,
        label: 'b',
        changes: ['wRg1-->f1'],
        phases: [{ part: 'set', white: 'black', found: { lines: [] } }],
      },
    ],
  };
  const [section] = sectionsOf(two, 0);
  expect(section?.heading).toBe('b) wRg1-->f1 · Set play · sides exchanged');
  expect(section?.rows).toEqual([]);
});
