// How men look: the project's own figures, which the server draws as it draws its diagrams.

import type { Man } from './placement';

/** The address of a man's picture. */
export function figureUrl({ letters, colour, royal }: Man): string {
  const crown = royal && letters !== 'K' ? '?royal=true' : '';
  return `/api/v1/figures/${colour}/${encodeURIComponent(letters)}.svg${crown}`;
}

const sheet = new CSSStyleSheet();
const known = new Map<string, Man>();

/** The class that draws a man, on the board and elsewhere. */
export function figureClass(man: Man): string {
  const royal = man.royal && man.letters !== 'K' ? '-royal' : '';
  const attributes = man.attributes.map((name) => `-${name.toLowerCase()}`).join('');
  const name = `man-${man.colour}-${man.letters.toLowerCase()}${royal}${attributes}`;
  if (!known.has(name)) {
    if (known.size === 0) document.adoptedStyleSheets.push(sheet);
    known.set(name, { ...man });
    sheet.insertRule(`.${CSS.escape(name)} { background-image: url("${figureUrl(man)}"); }`);
    const signs = man.attributes.map((attribute) => attribute.slice(0, 2)).join(' ');
    if (signs)
      sheet.insertRule(`.${CSS.escape(name)}::after { content: ${JSON.stringify(signs)}; }`);
  }
  return name;
}

/** The man that a class draws. */
export const manOfClass = (name: string): Man | undefined => known.get(name);
