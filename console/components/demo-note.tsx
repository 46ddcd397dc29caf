import { useContext } from 'preact/hooks';
import de from '../../locales/de/desk-demo.json' with { type: 'json' };
import en from '../../locales/en/desk-demo.json' with { type: 'json' };
import fr from '../../locales/fr/desk-demo.json' with { type: 'json' };
import nl from '../../locales/nl/desk-demo.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { DemoContext } from '../support/demo.ts';
import { useConsole } from '../support/scene.ts';
import { createSayOf } from '../support/words.ts';

const sayIn = createSayOf(combineLanguages({ de, en, fr, nl }));

/** What the demo refuses with `demo_mode`, by where it would be done. */
export type DemoRestriction =
  | 'uploads'
  | 'reading'
  | 'mail'
  | 'peppol'
  | 'filing'
  | 'payments'
  | 'members'
  | 'integrations'
  | 'lookups'
  | 'erasure';

/** In the demo only: says what is not possible here, and why. */
export function DemoNote({ of }: { readonly of: DemoRestriction }) {
  const { language } = useConsole();
  const isDemo = useContext(DemoContext);
  const tell = sayIn(language);
  if (!isDemo) return null;
  return (
    <p class="demo-note" role="note">
      <span class="badge warn">{tell('demo')}</span> {tell(of)}
    </p>
  );
}
