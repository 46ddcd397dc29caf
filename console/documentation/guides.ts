import './guides.css';
import { addRunButton, type ExampleRequest } from './run.ts';
import { showValues } from './values.ts';

/** Makes tabs of the languages of each example, and buttons to copy and to run it. */

const KEY = 'grandlivre-example-language';
const examples = [...document.querySelectorAll<HTMLElement>('figure.example')];

const getLanguage = (variant: Element): string => variant.querySelector<HTMLElement>('pre')?.dataset['language'] ?? '';

/** All examples change together. */
function choose(language: string): void {
  for (const example of examples) {
    for (const variant of example.querySelectorAll<HTMLElement>('.variant'))
      variant.hidden = getLanguage(variant) !== language;
    for (const tab of example.querySelectorAll<HTMLElement>('[role=tab]')) {
      const isChosen = tab.dataset['language'] === language;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
}

function addTabs(example: HTMLElement, number: number): HTMLElement {
  const bar = document.createElement('div');
  const tabs = document.createElement('div');
  bar.className = 'bar';
  tabs.className = 'tabs';
  tabs.setAttribute('role', 'tablist');
  tabs.setAttribute('aria-label', 'Language');
  for (const variant of example.querySelectorAll<HTMLElement>('.variant')) {
    const language = getLanguage(variant);
    const [tab, title] = [document.createElement('button'), variant.querySelector('p')];
    tab.type = 'button';
    tab.id = `tab-${number}-${language}`;
    tab.dataset['language'] = language;
    tab.textContent = title?.textContent ?? language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', `panel-${number}-${language}`);
    variant.id = `panel-${number}-${language}`;
    variant.setAttribute('role', 'tabpanel');
    variant.setAttribute('aria-labelledby', tab.id);
    title?.remove();
    tabs.append(tab);
  }
  tabs.addEventListener('click', (event) => chooseTab((event.target as Element).closest('[role=tab]')));
  tabs.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    const all = [...tabs.querySelectorAll('[role=tab]')];
    const place = all.indexOf(document.activeElement!) + (event.key === 'ArrowRight' ? 1 : -1);
    chooseTab(all[(place + all.length) % all.length]!);
  });
  bar.append(tabs);
  example.querySelector('figcaption')?.after(bar);
  return bar;
}

function chooseTab(tab: Element | null): void {
  if (!(tab instanceof HTMLElement)) return;
  const before = tab.getBoundingClientRect().top;
  localStorage.setItem(KEY, tab.dataset['language'] ?? 'sh');
  choose(tab.dataset['language'] ?? 'sh');
  tab.focus();
  // Examples above it have another height now.
  scrollBy(0, tab.getBoundingClientRect().top - before);
}

function addCopyButton(example: HTMLElement, bar: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const code = example.querySelector('.variant:not([hidden]) code')?.textContent ?? '';
    void navigator.clipboard.writeText(code).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Not allowed'),
    );
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  bar.append(button);
}

examples.forEach((example, number) => {
  const bar = addTabs(example, number);
  addCopyButton(example, bar);
  const request = example.dataset['request'];
  if (request !== undefined) addRunButton(example, bar, JSON.parse(request) as ExampleRequest);
});
choose(localStorage.getItem(KEY) ?? 'sh');
const values = document.getElementById('values');
if (values !== null) showValues(values);
// The long list stands above the content on a narrow screen.
if (matchMedia('(max-width: 900px)').matches)
  for (const list of document.querySelectorAll('nav.pages details')) list.removeAttribute('open');
