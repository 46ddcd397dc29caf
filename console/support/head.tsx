import { PaletteOpener } from '../palette/opener.tsx';
import { focusContent } from './focus.ts';
import { buildHash } from './place.ts';
import { THEMES, useConsole, type Theme } from './scene.ts';
import { LANGUAGES, type Language } from './words.ts';

interface HeadProps {
  readonly isSignedIn: boolean;
  readonly onLanguage: (language: Language) => void;
  readonly onTheme: (theme: Theme) => void;
  readonly onSignOut: () => void;
}

export function Head({ isSignedIn, onLanguage, onTheme, onSignOut }: HeadProps) {
  const { say, language, theme } = useConsole();
  return (
    <header class="head">
      {/* Not a link: the hash of its address would be another page. */}
      <button type="button" class="skip" onClick={focusContent}>
        {say('skip')}
      </button>
      <a class="brand" href={buildHash({})}>
        <img src="/console/mark.svg" alt="" width="24" height="24" />
        <span>Grandlivre</span>
      </a>
      {isSignedIn && <PaletteOpener />}
      <label>
        <span class="tag">{say('language')}</span>
        <select value={language} onChange={(event) => onLanguage(event.currentTarget.value as Language)}>
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="tag">{say('theme')}</span>
        <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as Theme)}>
          {THEMES.map((one) => (
            <option key={one} value={one}>
              {say(`theme_${one}`)}
            </option>
          ))}
        </select>
      </label>
      {isSignedIn && (
        <button type="button" onClick={onSignOut}>
          {say('sign_out')}
        </button>
      )}
    </header>
  );
}
