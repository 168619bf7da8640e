// Every word that the page says, in one place.

import type { Placement } from './board/placement';
import type { BuildState } from './builds';
import type { Theme } from './theme';
import { type Judgement, type Metric, movesOf, type Result, type Worth } from './values';

type Side = 'white' | 'black';

const NAMES: Record<Side, string> = { white: 'White', black: 'Black' };
const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const TOWARDS: Record<Metric, string> = {
  dtm: 'mate',
  dtc: 'conversion',
  dtz: 'capture or pawn move',
};

/** `mate in 12 moves`, `a draw`, ... to the side it is told. */
function outcome({ result, plies }: Worth): string {
  const moves = plies === undefined ? '' : ` in ${counted(movesOf(plies), 'move')}`;
  return { win: `wins${moves}`, draw: 'draws', loss: `loses${moves}`, unknown: 'is unknown' }[
    result
  ];
}

export const t = {
  routes: { explore: 'Explore', train: 'Train', solve: 'Solve' },

  page: {
    name: 'Solus Rex',
    title: (route: string) => `${route} · Solus Rex`,
    navigation: 'Pages',
    skip: 'Skip to the board',
    theme: (theme: Theme) => `Theme: ${theme}`,
    themeTitle: 'Light or dark: as the system has it, always light, always dark',
    gone: 'The server does not answer. Start it again with “solusrex serve”; the page goes on by itself.',
    unexpected: (what: string) => `Something unexpected happened: ${what}`,
    copyLink: 'Copy link',
    link: 'The link',
    copied: (what: string) => `${what} is copied.`,
    notCopied: 'The browser does not let the page copy.',
  },

  colours: { white: 'White', black: 'Black', neutral: 'Neutral' },
  kinds: { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', S: 'knight', P: 'pawn' },
  promotion: 'Promote to',

  board: {
    region: 'Board',
    label: (words: string) => `Board. ${words}`,
    asText: 'Board in words',
    empty: 'No men.',
    royal: 'royal',
    rubber: 'Remove',
    size: (files: number, ranks: number) => `Board of ${files} by ${ranks} squares.`,
    toMove: (side: Side) => `${NAMES[side]} to move.`,
  },

  verdict: {
    asking: 'Asking the tables …',
    wins: (side: Side) => `${NAMES[side]} wins`,
    drawn: 'Drawn',
    unknown: 'Not known',
    mated: (side: Side) => `Checkmate: ${NAMES[other(side)]} has won`,
    stalemated: (side: Side) => `Drawn: ${NAMES[side]} is stalemated`,
    noMaterial: 'Drawn: no men to mate with',
    cursed: (side: Side) => `${NAMES[side]} would win but for the fifty-move rule`,
    perhaps: (side: Side) => `${NAMES[side]} wins unless the fifty-move rule interferes`,
    stalemate: 'stalemate',
    fifty: {
      surely: 'drawn by the fifty-move rule',
      perhaps: 'perhaps drawn by the fifty-move rule',
    },
    distance: (metric: Metric, plies: number) => `${TOWARDS[metric]} in ${movesOf(plies)}`,
    spoken: outcome,
  },

  missing: {
    castling: 'Tables know no castling: give up the castling rights to see the values.',
    men: 'Tables reach five men. The moves are listed without values.',
    build: (material: string) => `There is no table of ${material} yet. Build it with`,
  },

  builds: {
    building: (material: string) => `The table of ${material} is being built.`,
    label: 'Building',
    now: ({ ending, fraction, level }: BuildState) =>
      fraction !== undefined
        ? `${ending}: ${Math.round(100 * fraction)} %`
        : level !== undefined
          ? `${ending}: ${level} half-moves from the end`
          : `${ending}`,
    waiting: 'Waiting for its turn.',
  },

  explore: {
    answers: 'Values and moves',
    walk: 'Walk through the line',
    first: 'To the start',
    back: 'Back',
    forward: 'Forward',
    last: 'To the end',
    best: 'Best move',
    bestTitle: 'Plays the best move (space bar)',
    flip: 'Flip',
    flipTitle: 'Turns the board (f)',
    setUp: 'Set up',
    keys: 'Space plays the best move, ← and → walk, f turns the board.',
    fen: 'FEN',
    show: 'Show',
    noPosition: 'This is no position that can be shown here.',
    moves: 'Moves',
    typeMove: 'Move',
    play: 'Play',
    noMove: (text: string) => `“${text}” is no legal move here (write Qd6, e8=N, O-O or a3d6).`,
    line: 'Played',
    judged: ({ mistake, lost, best, after }: Judgement) =>
      mistake
        ? `A mistake: it ${outcome(after)}; ${best[0]?.san ?? ''} was right.`
        : lost > 0
          ? `${counted(lost, 'move')} lost against ${best[0]?.san ?? ''}.`
          : 'A best move.',
    tray: (side: Side) => `${NAMES[side]} men`,
    setUpHelp: 'Drag men onto the board and off it, or pick one and touch squares.',
    clear: 'Clear the board',
    turn: 'To move',
    castling: 'May still castle',
    rights: { K: 'White short', Q: 'White long', k: 'Black short', q: 'Black long' },
    done: 'Show the values',
    cancel: 'Back without changes',
  },

  ending: {
    heading: (material: string) => `All of ${material}`,
    summary: (share: number, longest: number) =>
      `With White to move ${share === 100 ? 'all' : `${share.toFixed(share > 99 ? 2 : 1)} %`} are won` +
      (longest > 0 ? `, the longest in ${counted(longest, 'move')}.` : '.'),
    longest: 'Longest wins',
    zugzwangs: 'Zugzwangs',
    caption: 'Positions by distance, in moves. Touch a bar to see some of them.',
    chart: (bars: number, longest: number) =>
      `Chart: numbers of positions won in 1 to ${bars} moves; the longest win takes ${longest}.`,
    moves: 'Moves',
    whiteWins: 'White to move wins',
    blackLoses: 'Black to move loses',
    count: (value: number) =>
      value >= 1000 ? `${(value / 1000).toLocaleString('en')} k` : String(value),
    none: {
      longest: 'Nobody wins in this ending.',
      zugzwang: 'There is no full-point zugzwang in this ending.',
      distance: 'There is no such position.',
    },
    found: {
      longest: (count: number, more: boolean) =>
        more ? `The first ${count} of the longest:` : `The longest (${count}):`,
      zugzwang: (count: number, more: boolean) =>
        more
          ? `The first ${count} zugzwangs, whoever moves loses:`
          : `Zugzwangs (${count}), whoever moves loses:`,
      distance: (count: number, more: boolean, moves?: number) =>
        `${more ? `The first ${count} positions` : `All ${count} positions`} won in ${counted(moves ?? 0, 'move')}:`,
    },
    value: (result: 'won' | 'drawn' | 'lost', moves?: number) =>
      ({ won: `+${moves ?? ''}`, drawn: '=', lost: `−${moves ?? ''}` })[result],
  },

  train: {
    panel: 'Training',
    keys: 'h shows hints, g the moves to go, b takes back, n begins another position.',
    welcome: 'Train an ending',
    welcomeText:
      'Choose an ending, a side and a level. You get a difficult position; the program answers with perfect play and counts the moves you lose against it.',
    task: { win: 'Win this position', draw: 'Hold the draw', loss: 'Last as long as you can' },
    yourMove: (side: Side) => `You play ${NAMES[side]}. It is your move.`,
    thinking: 'The program answers.',
    toGo: ({ result, plies }: Worth) =>
      plies === undefined
        ? (({ draw: 'Drawn with best play.' } as Partial<Record<Result, string>>)[result] ?? '')
        : `${counted(movesOf(plies), 'move')} to go.`,
    toGoButton: 'Moves to go',
    toGoTitle: 'Tells how many moves are left with best play (g)',
    help: 'Help',
    back: 'Take back',
    backTitle: 'Takes your last move back (b)',
    hints: 'Hints',
    hintsTitle: 'Shows up to five best moves (h)',
    bestMoves: 'Best moves',
    another: 'New position',
    newTitle: 'Another position of this ending (n)',
    answered: (san: string) => `The program plays ${san}.`,
    takenBack: 'Taken back.',
    gameOver: 'Game over',
    thrown: ({ move, before, best }: Judgement) => {
      const [first] = best;
      const kept =
        before.plies === undefined ? '' : ` in ${counted(movesOf(before.plies), 'move')}`;
      const [gone, did] = before.result === 'win' ? ['win', `won${kept}`] : ['draw', 'held it'];
      const better =
        best.length === 1 ? `Only ${first?.san} ${did}` : `${first?.san}, among others, ${did}`;
      return `The ${gone} is gone: ${move.san}. ${better}.`;
    },
    playOn: 'Play on',
    exact: (san: string) => `${san}: exact.`,
    inexact: ({ move, mistake, lost }: Judgement) =>
      mistake ? `${move.san} changed the result.` : `${move.san} loses ${counted(lost, 'move')}.`,
    why: 'Why?',
    betterMoves: 'Better moves, and what each costs',
    move: 'Move',
    value: 'Value',
    cost: 'Costs',
    costs: (before: Result, after: Result, lost: number) => {
      if (before === 'win' && after === 'draw') return 'the win';
      if (before === 'win' && after === 'loss') return 'the win, and loses';
      if (before === 'draw' && after === 'loss') return 'the draw';
      return lost === 0 ? 'nothing' : counted(lost, 'move');
    },
    ended: {
      mate: 'Mate. Well played',
      mated: 'You are mated',
      stalemate: 'Drawn by stalemate',
      material: 'Drawn: no men to mate with',
      fifty: 'Drawn by the fifty-move rule',
      repetition: 'Drawn by repetition',
    },
    compared: (made: number, best: number) =>
      `It took ${counted(made, 'move')}; perfect play takes ${best}.`,
    played: 'Moves',
    lost: 'Moves lost',
    mistakes: 'Results lost',
    session: 'Session',
    sessionText: (finished: number, lost: number) =>
      `${counted(finished, 'position')}, ${counted(lost, 'move')} lost`,
    choose: 'Choose',
    ending: 'Ending',
    endings: {
      KQK: 'Queen',
      KRK: 'Rook',
      KBBK: 'Two bishops',
      KBNK: 'Bishop and knight',
      KPK: 'Pawn',
      KQKR: 'Queen against rook',
      KQKP: 'Queen against pawn',
      KRKN: 'Rook against knight',
      KRKB: 'Rook against bishop',
      KRKP: 'Rook against pawn',
    },
    other: 'or another',
    side: 'Your side',
    level: 'Level',
    levels: { easy: 'easy', medium: 'medium', hard: 'hard', longest: 'the longest' },
    goal: 'Task',
    goals: { usual: 'as usual', win: 'win', hold: 'hold a draw', last: 'last long' },
    begin: 'Begin',
  },

  solve: {
    fields: 'Problem',
    textAndSolution: 'Text and solution',
    examples: 'Example',
    choose: 'choose …',
    exampleNames: {
      morphy: 'Morphy: #2',
      castling: 'Two ways to castle: h#2',
      circe: 'Circe: #2',
      grasshoppers: 'Grasshoppers: h#2',
      cylinder: 'Twins on the cylinder: h#1.5',
      tenByTen: 'Ten by ten: #2',
    },
    empty: 'Clear',
    stipulation: 'Stipulation',
    boardSize: 'Board',
    files: 'Files',
    ranks: 'Ranks',
    topology: 'Topology',
    topologies: {
      plane: 'flat',
      'vertical-cylinder': 'cylinder',
      'horizontal-cylinder': 'horizontal cylinder',
      torus: 'torus',
    },
    conditions: 'Conditions',
    options: 'Options',
    twins: 'Twins',
    twin: (nth: number) => `Twin ${nth}`,
    add: 'add …',
    addTwin: 'add, such as move a1 b1',
    remove: (what: string) => `Remove ${what}`,
    colour: 'Colour',
    kinds: 'Men',
    turned: 'Turned by',
    turnedBy: (turn: number) => `Figures turned by ${turn} degrees`,
    seek: 'Kind',
    touch: 'Touch squares to put this man there.',
    text: 'In Popeye’s language',
    onlyText: {
      several:
        'The text has several problems: the editor shows the first, and only the text can be changed.',
      zero: 'ZeroPosition can only be changed in the text.',
      origin: 'A game between two positions can only be changed in the text.',
    },
    solve: 'Solve',
    cancel: 'Cancel',
    copy: 'Copy',
    asText: 'Text',
    asFen: 'FEN',
    asSvg: 'SVG',
    asLink: 'Link',
    solving: 'Solving …',
    progress: 'First moves done',
    cancelled: 'Called off',
    nothing: 'No solution',
    soFar: 'Found so far',
    showRest: (count: number) => `Show the other ${count.toLocaleString('en')}`,
    diagram: 'Back to the diagram',
    zugzwang: 'zugzwang',
    threat: 'threat',
    refutes: 'refutes',
    parts: { set: 'Set play', actual: 'Solution', postkey: 'After the key' },
    exchanged: 'sides exchanged',
    fold: (move: string) => `What follows ${move}`,
    count: ({ men }: Placement) => {
      const of = (colour: string) =>
        [...men.values()].filter((man) => man.colour === colour).length;
      const neutral = of('neutral');
      return `${of('white')} + ${of('black')}${neutral ? ` + ${neutral}n` : ''}`;
    },
  },
};
