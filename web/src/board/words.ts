// The position in words, for those who listen to it.

import { t } from '../strings';
import { type Colour, type Man, type Placement, sorted } from './placement';

const COLOURS: Colour[] = ['white', 'black', 'neutral'];

function named(square: string, man: Man): string {
  const kind = t.kinds[man.letters as keyof typeof t.kinds] ?? man.letters;
  const royal = man.royal && man.letters !== 'K' ? `${t.board.royal} ` : '';
  const attributes = man.attributes.map((name) => `${name} `).join('');
  return `${royal}${attributes}${kind} ${square}`;
}

/** `White: king e1, queen d1. Black: king e8.` */
export function inWords({ files, ranks, men }: Placement): string {
  const sentences: string[] = [];
  if (files !== 8 || ranks !== 8) sentences.push(t.board.size(files, ranks));
  for (const colour of COLOURS) {
    const side = sorted([...men].filter(([, man]) => man.colour === colour));
    if (side.length > 0) {
      const list = side.map(([square, man]) => named(square, man)).join(', ');
      sentences.push(`${t.colours[colour]}: ${list}.`);
    }
  }
  if (men.size === 0) sentences.push(t.board.empty);
  return sentences.join(' ');
}
