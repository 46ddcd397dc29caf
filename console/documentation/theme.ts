/** Light or dark, as the reader's system has it unless they chose otherwise. Runs before the page is drawn. */

const KEY = 'grandlivre-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const isDark = (): boolean => {
  const chosen = localStorage.getItem(KEY);
  return chosen === null ? system.matches : chosen === 'dark';
};

function apply(): void {
  const { dataset, classList } = document.documentElement;
  dataset['theme'] = isDark() ? 'dark' : 'light';
  // The class that Swagger UI knows.
  classList.toggle('dark-mode', isDark());
  const button = document.getElementById('theme');
  if (button !== null) button.textContent = isDark() ? 'Light' : 'Dark';
}

apply();
system.addEventListener('change', apply);
addEventListener('DOMContentLoaded', () => {
  const button = document.getElementById('theme');
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    localStorage.setItem(KEY, isDark() ? 'light' : 'dark');
    apply();
  });
  apply();
});
