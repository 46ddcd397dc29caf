import type { Labels } from '../../domain/language.ts';

/** Labels used only on paper and in workbooks. */
export const PAGE_WORDS = {
  page: {
    fr: 'Page {page} sur {pages}',
    nl: 'Pagina {page} van {pages}',
    en: 'Page {page} of {pages}',
    de: 'Seite {page} von {pages}',
  },
  cover: { fr: 'Présentation', nl: 'Voorblad', en: 'Cover', de: 'Deckblatt' },
  continued: {
    fr: '{title} (suite)',
    nl: '{title} (vervolg)',
    en: '{title} (continued)',
    de: '{title} (Fortsetzung)',
  },
  carried_forward: { fr: 'À reporter', nl: 'Over te dragen', en: 'Carried forward', de: 'Übertrag' },
  brought_forward: { fr: 'Report', nl: 'Overdracht', en: 'Brought forward', de: 'Vortrag' },
} as const satisfies Readonly<Record<string, Labels>>;
