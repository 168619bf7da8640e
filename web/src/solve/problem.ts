// A problem in the editor, as text and as fields.

import { emptyBoard, listOfPieces, type Placement, readPlacement } from '../board/placement';
import type { Problem, ProblemFields, Topology } from '../server';

export interface Draft {
  placement: Placement;
  topology: Topology;
  stip: string;
  cond: string[];
  options: string[];
  twins: string[];
  title: string[];
}

/** Why fields would lose something of a text; undefined if they tell all of it. */
export function onlyAsText(
  problems: readonly Problem[],
): 'several' | 'zero' | 'origin' | undefined {
  const [first] = problems;
  if (problems.length > 1) return 'several';
  // the diagram is the first twin and has no words, unless it is none of the twins
  if (first?.twins[0]?.words) return 'zero';
  return first?.stip.startsWith('a=>b') ? 'origin' : undefined;
}

export const EMPTY: Draft = {
  placement: emptyBoard(),
  topology: 'plane',
  stip: '#2',
  cond: [],
  options: [],
  twins: [],
  title: [],
};

/** The fields of a problem that the server has read. */
export function draftOf(problem: Problem): Draft {
  const { width, height, topology } = problem.board;
  return {
    placement: readPlacement(problem.fen) ?? emptyBoard(width, height),
    topology,
    stip: problem.stip,
    cond: problem.cond,
    options: problem.options,
    // the diagram itself is the first twin, with no words
    twins: problem.twins.map((twin) => twin.words).filter((words) => words !== ''),
    title: problem.title,
  };
}

/** What is sent to the server, which writes the text of it. */
export function fieldsOf(draft: Draft): ProblemFields {
  const { placement, topology, stip, cond, options, title } = draft;
  return {
    pieces: listOfPieces(placement),
    board: `${placement.files}x${placement.ranks}`,
    topology,
    stip: stip.trim(),
    cond,
    options,
    twins: draft.twins.map((twin) => twin.trim()).filter(Boolean),
    title,
  };
}

/** The same men on a board of another size; who would stand outside is taken off. */
export function resized({ men }: Placement, files: number, ranks: number): Placement {
  const fits = (square: string) =>
    square.charCodeAt(0) - 97 < files && Number(square.slice(1)) <= ranks;
  return { files, ranks, men: new Map([...men].filter(([square]) => fits(square))) };
}

/** Squares on which two placements differ: what a move has touched. */
export function differences(before: Placement, after: Placement): string[] {
  const all = new Set([...before.men.keys(), ...after.men.keys()]);
  const told = (placement: Placement, square: string) => {
    const found = placement.men.get(square);
    return found && `${found.colour} ${found.letters} ${found.royal} ${found.attributes.join()}`;
  };
  return [...all].filter((square) => told(before, square) !== told(after, square));
}
