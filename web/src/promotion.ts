// What a pawn becomes.

import { html, render } from 'lit-html';
import { figureClass } from './board/figures';
import { man } from './board/placement';
import { t } from './strings';

const LETTERS = { q: 'Q', r: 'R', b: 'B', n: 'S' } as const;

/**
 * The one move meant: the only one there is, or the promotion that is chosen; undefined if none.
 */
export async function choosePromotion(
  moves: readonly { uci: string }[],
  side: 'white' | 'black',
): Promise<string | undefined> {
  if (moves.length < 2) return moves[0]?.uci;
  const dialog = document.createElement('dialog');
  dialog.className = 'promotion';
  dialog.setAttribute('aria-label', t.promotion);
  const choices = (['q', 'r', 'b', 'n'] as const).flatMap((piece) => {
    const move = moves.find(({ uci }) => uci[4] === piece);
    return move ? [{ uci: move.uci, letters: LETTERS[piece] }] : [];
  });
  render(
    html`<form method="dialog">
      ${choices.map(
        ({ uci, letters }) =>
          html`<button
            class="man ${figureClass(man(letters, side))}"
            value=${uci}
            aria-label=${t.kinds[letters]}
          ></button>`,
      )}
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue || undefined);
    });
  });
}
