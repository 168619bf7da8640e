// Every state has an address that can be shared.

export type Route = 'explore' | 'train' | 'solve';

const ROUTES: readonly Route[] = ['explore', 'train', 'solve'];

export interface Address {
  route: Route;
  parameters: ReadonlyMap<string, string>;
}

/** Keeps what reads well in an address: slashes and commas stay, blanks are underscores. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(/%20/g, '_').replace(/%2F/g, '/').replace(/%2C/g, ',');
}

/** Long texts stand behind `#`: they are not sent to the server. */
const isLong = (name: string) => name === 'text';

export function writeAddress(route: Route, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  const query = present
    .filter(([name]) => !isLong(name))
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  const fragment = present
    .filter(([name]) => isLong(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return `/${route}${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`;
}

export function readAddress(location: Pick<Location, 'pathname' | 'search' | 'hash'>): Address {
  const first = location.pathname.split('/')[1] ?? '';
  const route = ROUTES.find((known) => known === first) ?? 'explore';
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(location.search)) {
    parameters.set(name, value.replace(/_/g, ' '));
  }
  for (const pair of location.hash.slice(1).split('&')) {
    const [name = '', value = ''] = pair.split('=');
    if (isLong(name)) parameters.set(name, decode(value));
  }
  return { route, parameters };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Puts a state into the address bar; a new one can be left by the browser's Back. */
export function setAddress(
  route: Route,
  parameters: Record<string, string | undefined>,
  step: 'new' | 'same' = 'same',
): void {
  const address = writeAddress(route, parameters);
  if (address === location.pathname + location.search + location.hash) return;
  if (step === 'new') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
