// Men on a board of any size, read from FEN and from the extended FEN of docs/notation.md.

export type Colour = 'white' | 'black' | 'neutral';

/** A man; its kind is told by the composers' letters: `S` is the knight, `N` the nightrider. */
export interface Man {
  letters: string;
  colour: Colour;
  royal: boolean;
  attributes: readonly string[];
}

/** What stands where. Squares have names such as `e4` and `p16`. */
export interface Placement {
  files: number;
  ranks: number;
  men: Map<string, Man>;
}

export const LARGEST_SIDE = 16;

export const fileLetter = (file: number): string => String.fromCharCode(97 + file);

export const squareName = (file: number, rank: number): string => fileLetter(file) + (rank + 1);

export function squareAt(name: string): [file: number, rank: number] {
  return [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
}

export const man = (letters: string, colour: Colour, royal = letters === 'K'): Man => ({
  letters,
  colour,
  royal,
  attributes: [],
});

export const emptyBoard = (files = 8, ranks = 8): Placement => ({ files, ranks, men: new Map() });

/** The men of a FEN of either kind; undefined if the placement cannot be read. */
export function readPlacement(fen: string): Placement | undefined {
  const fields = fen.trim().split(/[\s_]+/);
  const size = /^(\d+)x(\d+)[vht]?$/.exec(fields[0] ?? '');
  const [files, ranks] = size ? [Number(size[1]), Number(size[2])] : [8, 8];
  const rows = (fields[size ? 1 : 0] ?? '').split('/');
  if (rows.length !== ranks) return undefined;
  const placement = emptyBoard(files, ranks);
  for (const [row, text] of rows.entries()) {
    const men = size ? extendedRank(text) : orthodoxRank(text);
    if (men?.length !== files) return undefined;
    men.forEach((found, file) => {
      if (found) placement.men.set(squareName(file, ranks - 1 - row), found);
    });
  }
  return placement;
}

const ORTHODOX = 'KQRBNP';

function orthodoxRank(text: string): (Man | undefined)[] | undefined {
  const squares: (Man | undefined)[] = [];
  for (const sign of text) {
    const letter = sign.toUpperCase();
    if (/[1-8]/.test(sign)) squares.push(...Array(Number(sign)).fill(undefined));
    else if (!ORTHODOX.includes(letter)) return undefined;
    else squares.push(man(letter === 'N' ? 'S' : letter, sign === letter ? 'white' : 'black'));
  }
  return squares;
}

// a number of empty squares, or signs and attributes before one letter, or two behind a dot
const EXTENDED = /(\d{1,2})|((?:[=+!-]|\{[^}]*\})*)(?:\.([^/]{2})|([^/.]))/gy;

function extendedRank(text: string): (Man | undefined)[] | undefined {
  const squares: (Man | undefined)[] = [];
  let read = 0;
  for (const found of text.matchAll(EXTENDED)) {
    const [whole, empty, signs = '', two, one] = found;
    read += whole.length;
    if (empty !== undefined) {
      squares.push(...Array(Number(empty)).fill(undefined));
      continue;
    }
    const letters = two ?? one ?? '';
    const names = /\{([^}]*)\}/.exec(signs)?.[1] ?? '';
    const bare = signs.replace(/\{[^}]*\}/g, '');
    const byCase = /[A-Za-z]/.exec(letters)?.[0] ?? 'A';
    let colour: Colour = byCase === byCase.toUpperCase() ? 'white' : 'black';
    if (bare.includes('=')) colour = 'neutral';
    else if (bare.includes('+')) colour = 'white';
    else if (bare.includes('-')) colour = 'black';
    const kind = letters.toUpperCase();
    squares.push({
      letters: kind,
      colour,
      royal: bare.includes('!') || kind === 'K',
      attributes: names ? names.split('+') : [],
    });
  }
  return read === text.length ? squares : undefined;
}

/** The placement field of an orthodox FEN. */
export function orthodoxField({ men }: Placement): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const found = men.get(squareName(file, rank));
      if (!found) {
        empty++;
        continue;
      }
      const letter = found.letters === 'S' ? 'N' : found.letters;
      row += (empty || '') + (found.colour === 'white' ? letter : letter.toLowerCase());
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

const ORDER = ['K', 'Q', 'R', 'B', 'S', 'P'];

/** Kings first, pawns after the officers, then fairy men by their letters. */
export function sorted(men: Iterable<[string, Man]>): [string, Man][] {
  const place = ({ letters }: Man) => {
    const at = ORDER.indexOf(letters);
    return at < 0 ? ORDER.length : at;
  };
  return [...men].sort(
    ([a, one], [b, other]) =>
      place(one) - place(other) ||
      one.letters.localeCompare(other.letters) ||
      a.localeCompare(b, 'en', { numeric: true }),
  );
}

const SIDES: [Colour, string][] = [
  ['white', 'White'],
  ['black', 'Black'],
  ['neutral', 'Neutral'],
];

/** The list of pieces of the problem language: `White Ke1 Pa2b2 Black Royal Bd8`. */
export function listOfPieces({ men }: Placement): string {
  const words: string[] = [];
  for (const [colour, name] of SIDES) {
    // men of one kind and manner share a word; `Royal` and attributes hold for what follows them
    const groups = new Map<string, string[]>();
    for (const [square, one] of sorted([...men].filter(([, one]) => one.colour === colour))) {
      const manner = [...one.attributes].join(' ');
      const royal = one.royal && one.letters !== 'K';
      const key = royal ? `${manner}|Royal ${one.letters}|${square}` : `${manner}|${one.letters}`;
      groups.set(key, [...(groups.get(key) ?? []), square]);
    }
    if (groups.size === 0) continue;
    words.push(name);
    let manner = '';
    // those without attributes first: an attribute lasts until the next one
    const plainFirst = [...groups].sort(([a], [b]) => Number(a[0] !== '|') - Number(b[0] !== '|'));
    for (const [key, squares] of plainFirst) {
      const [attributes = '', letters = ''] = key.split('|');
      if (attributes !== manner) words.push(attributes);
      manner = attributes;
      words.push(letters + squares.join(''));
    }
  }
  return words.join(' ');
}

/** `KRKN`: the men of White, then those of Black. */
export function materialOf({ men }: Placement): string {
  const side = (colour: Colour) =>
    ORDER.map((letters) => {
      const count = [...men.values()].filter(
        (found) => found.colour === colour && found.letters === letters,
      ).length;
      return (letters === 'S' ? 'N' : letters).repeat(count);
    }).join('');
  return side('white') + side('black');
}
