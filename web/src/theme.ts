// Light, dark, or as the system has it.

export type Theme = 'auto' | 'light' | 'dark';

const ORDER: Theme[] = ['auto', 'light', 'dark'];
const KEY = 'theme';

function apply(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function restoreTheme(): Theme {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // a browser may refuse to store anything: then the system decides
  }
  const theme = ORDER.find((known) => known === stored) ?? 'auto';
  apply(theme);
  return theme;
}

export function nextTheme(theme: Theme): Theme {
  const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'auto';
  apply(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // it then lasts until the page is left
  }
  return next;
}
