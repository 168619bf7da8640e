// Legal moves as a list to choose from, each with its value.

import { html, type TemplateResult } from 'lit-html';
import type { Arrow } from './board/board';
import { t } from './strings';
import { type MoveFacts, sign, type Worth, worthOfMove } from './values';

export interface Shown {
  uci: string;
  san: string;
  worth: Worth;
  /** What the value does not say. */
  remark: string;
  arrow: Arrow;
}

export function shownMoves(moves: readonly MoveFacts[]): Shown[] {
  return moves.map((move) => {
    const worth = worthOfMove(move);
    const brush = worth.result === 'unknown' ? 'plain' : worth.result;
    return {
      uci: move.uci,
      san: move.san,
      worth,
      remark: move.stalemate
        ? t.verdict.stalemate
        : worth.fifty
          ? t.verdict.fifty[worth.fifty]
          : '',
      arrow: { from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), brush },
    };
  });
}

/** The moves as buttons; pointing at one calls `point`, and `undefined` when that ends. */
export function moveList(
  moves: readonly Shown[],
  play: (uci: string) => void,
  point: (shown: Shown | undefined) => void,
): TemplateResult {
  return html`<ul class="moves">
    ${moves.map(
      (move) => html`<li>
        <button
          class=${move.worth.result}
          title=${move.remark}
          @click=${() => play(move.uci)}
          @mouseenter=${() => point(move)}
          @mouseleave=${() => point(undefined)}
          @focus=${() => point(move)}
          @blur=${() => point(undefined)}
        >
          <span class="san">${move.san}</span>
          <span class="value">${sign(move.worth)}${move.remark ? '*' : ''}</span>
          <span class="unseen">, ${t.verdict.spoken(move.worth)} ${move.remark}</span>
        </button>
      </li>`,
    )}
  </ul>`;
}
