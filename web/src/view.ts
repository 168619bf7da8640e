// What the three views have in common.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Placement } from './board/placement';
import { inWords } from './board/words';
import type { BuildState } from './builds';
import { Gone, Refusal } from './server';
import { t } from './strings';

export interface View {
  readonly element: HTMLElement;
  /** Shows the state of an address. */
  open(parameters: ReadonlyMap<string, string>): void;
  /** A key that nobody else wanted; whether it meant anything. */
  key?(key: string): boolean;
  close(): void;
}

export const SIDES = ['white', 'black'] as const;

/** Says something to those who listen to the page. */
export function announce(text: string): void {
  const region = document.getElementById('announcements');
  if (region) region.textContent = text;
}

/** What went wrong, in a sentence; undefined if somebody else tells it. */
export function complaint(error: unknown): string | undefined {
  if (error instanceof Gone || (error as Error).name === 'AbortError') return undefined;
  if (error instanceof Refusal) return error.message;
  return t.page.unexpected(String(error));
}

/** The position in words, folded away. */
export function boardAsText(placement: Placement, turn?: 'white' | 'black'): TemplateResult {
  return html`<details class="as-text">
    <summary>${t.board.asText}</summary>
    <p>${inWords(placement)} ${turn ? t.board.toMove(turn) : ''}</p>
  </details>`;
}

/** One of a few to choose. */
export function choice<T extends string>(
  name: string,
  legend: string,
  words: Readonly<Record<T, string>>,
  all: readonly T[],
  chosen: T | undefined,
  choose: (one: T) => void,
): TemplateResult {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${all.map(
      (one) => html`<label
        ><input
          type="radio"
          name=${name}
          .checked=${one === chosen}
          @change=${() => choose(one)}
        />${words[one]}</label
      >`,
    )}
  </fieldset>`;
}

/** How far a table is. */
export function buildProgress(state: BuildState, ending: string): TemplateResult {
  if (state.error) return html`<p class="notice bad" role="alert">${state.error}</p>`;
  const { fraction } = state;
  return html`<div class="notice" role="status">
    <p>${t.builds.building(ending)}</p>
    <progress max="1" value=${fraction ?? nothing} aria-label=${t.builds.label}></progress>
    <p class="small">${state.ending ? t.builds.now(state) : t.builds.waiting}</p>
  </div>`;
}

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(t.page.copied(what));
  } catch {
    announce(t.page.notCopied);
  }
}
