import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type Found } from './search-options.ts';

/** The search box: one index over guides, routes, fields and error codes, loaded when it is first needed. */

const MAX_SHOWN = 12;
const box = document.getElementById('search') as HTMLInputElement;
const list = document.getElementById('found') as HTMLUListElement;
const count = document.getElementById('found-count') as HTMLElement;

let index: Promise<MiniSearch> | null = null;
let selected = -1;

const loadIndex = (): Promise<MiniSearch> =>
  (index ??= fetch('/docs/search-index.json')
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS))
    .catch((error: unknown) => {
      index = null;
      throw error;
    }));

/** An exact name comes before everything that contains it. */
async function find(text: string): Promise<Found[]> {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found = (await loadIndex()).search(wanted) as unknown as Found[];
  const isExact = ({ title }: Found): boolean => title.toLowerCase() === wanted;
  return [...found.filter(isExact), ...found.filter((one) => !isExact(one))].slice(0, MAX_SHOWN);
}

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function showResult({ kind, title, href, note }: Found, place: number): HTMLElement {
  const item = element('li', 'found', '');
  item.id = `found-${place}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', 'false');
  item.dataset['href'] = href;
  item.append(element('span', `kind ${kind}`, kind), element('b', '', title), element('small', '', note));
  return item;
}

function select(place: number): void {
  const items = [...list.children];
  selected = items.length === 0 ? -1 : (place + items.length) % items.length;
  items.forEach((item, each) => item.setAttribute('aria-selected', String(each === selected)));
  items[selected]?.scrollIntoView({ block: 'nearest' });
  if (selected === -1) box.removeAttribute('aria-activedescendant');
  else box.setAttribute('aria-activedescendant', `found-${selected}`);
}

function open(isOpen: boolean): void {
  list.hidden = !isOpen;
  box.setAttribute('aria-expanded', String(isOpen));
  if (!isOpen) box.removeAttribute('aria-activedescendant');
}

async function search(): Promise<void> {
  const text = box.value;
  const found = await find(text).catch(() => []);
  // The reader has typed on meanwhile.
  if (text !== box.value) return;
  list.replaceChildren(...found.map(showResult));
  open(found.length > 0);
  select(found.length > 0 ? 0 : -1);
  count.textContent = text.trim() === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} results`;
  count.classList.toggle('hidden', found.length > 0 || text.trim() === '');
}

function go(item: Element | undefined): void {
  const href = (item as HTMLElement | undefined)?.dataset['href'];
  if (href === undefined) return;
  open(false);
  box.blur();
  location.assign(href);
}

box.addEventListener('focus', () => void loadIndex().catch(() => undefined));
box.addEventListener('input', () => void search());
box.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    select(selected + (event.key === 'ArrowDown' ? 1 : -1));
  } else if (event.key === 'Enter') go(list.children[selected]);
  else if (event.key === 'Escape') open(false);
});
list.addEventListener('mousedown', (event) => {
  event.preventDefault();
  go((event.target as Element).closest('li') ?? undefined);
});
box.addEventListener('blur', () => open(false));
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  box.focus();
});
