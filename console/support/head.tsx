import { useEffect, useState } from 'preact/hooks';
import { hashOf } from './place.ts';
import { useScene } from './scene.ts';
import { LANGUAGES, type Language } from './words.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

interface HeadProps {
  readonly isSignedIn: boolean;
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: () => void;
}

export function Head({ isSignedIn, onLanguage, onSignOut }: HeadProps) {
  const { say, language } = useScene();
  const [theme, setTheme] = useState<Theme>('auto');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <header class="head">
      <a class="brand" href={hashOf({})}>
        Grandlivre
      </a>
      <label>
        {say('language')}
        <select value={language} onChange={(event) => onLanguage(event.currentTarget.value as Language)}>
          {LANGUAGES.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('theme')}
        <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
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
