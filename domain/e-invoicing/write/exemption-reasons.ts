import type { Labels } from '../../language.ts';
import type { VatCategory } from './ubl-document.ts';

/** Exemption reasons: the EU code, if there is one for the whole category, and the default text. */
export const EXEMPTIONS: Readonly<
  Partial<Record<VatCategory, { readonly code: string | null; readonly words: Labels }>>
> = {
  E: {
    code: null,
    words: { fr: 'Exonéré de TVA', nl: 'Vrijgesteld van btw', en: 'Exempt from VAT', de: 'Steuerbefreit' },
  },
  AE: {
    code: 'VATEX-EU-AE',
    words: {
      fr: 'Autoliquidation',
      nl: 'Btw verlegd',
      en: 'Reverse charge',
      de: 'Steuerschuldnerschaft des Leistungsempfängers',
    },
  },
  K: {
    code: 'VATEX-EU-IC',
    words: {
      fr: 'Livraison intracommunautaire exonérée',
      nl: 'Vrijgestelde intracommunautaire levering',
      en: 'Exempt intra-Community supply',
      de: 'Steuerfreie innergemeinschaftliche Lieferung',
    },
  },
  G: {
    code: 'VATEX-EU-G',
    words: {
      fr: 'Exportation exonérée',
      nl: 'Vrijgestelde uitvoer',
      en: 'Exempt export',
      de: 'Steuerfreie Ausfuhrlieferung',
    },
  },
  O: {
    code: 'VATEX-EU-O',
    words: {
      fr: 'Hors champ d’application de la TVA',
      nl: 'Buiten het toepassingsgebied van de btw',
      en: 'Outside the scope of VAT',
      de: 'Nicht steuerbar',
    },
  },
};
