/**
 * The legal forms of the Luxembourg register (RCS). The register names them and numbers none, so that their codes are
 * ours: the abbreviation that the law or practice gives a form, in capitals and without points. They never change.
 */
import { toLabels } from '../chart.ts';
import type { ChartVariant, PackLegalForm } from '../pack.ts';

type LegalFormRow = readonly [
  code: string,
  /** As it stands behind a name: the law gives it in French, and it is written so in every language. */
  abbreviation: string | null,
  chart: ChartVariant,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

// oxfmt-ignore
const rows: readonly LegalFormRow[] = [
  ['SARL', 'S.à r.l.', 'capital', 'Société à responsabilité limitée', 'Vennootschap met beperkte aansprakelijkheid', 'Private limited liability company', 'Gesellschaft mit beschränkter Haftung'],
  ['SARLS', 'S.à r.l.-S', 'capital', 'Société à responsabilité limitée simplifiée', 'Vereenvoudigde vennootschap met beperkte aansprakelijkheid', 'Simplified private limited liability company', 'Vereinfachte Gesellschaft mit beschränkter Haftung'],
  ['SA', 'S.A.', 'capital', 'Société anonyme', 'Naamloze vennootschap', 'Public limited company', 'Aktiengesellschaft'],
  ['SAS', 'S.A.S.', 'capital', 'Société par actions simplifiée', 'Vereenvoudigde vennootschap op aandelen', 'Simplified joint-stock company', 'Vereinfachte Aktiengesellschaft'],
  ['SCA', 'S.C.A.', 'capital', 'Société en commandite par actions', 'Commanditaire vennootschap op aandelen', 'Partnership limited by shares', 'Kommanditgesellschaft auf Aktien'],
  ['SE', 'SE', 'capital', 'Société européenne', 'Europese vennootschap', 'European company', 'Europäische Gesellschaft'],
  ['SCOP', null, 'capital', 'Société coopérative', 'Coöperatieve vennootschap', 'Cooperative company', 'Genossenschaft'],
  ['SCOPSA', null, 'capital', 'Société coopérative organisée comme une société anonyme', 'Coöperatieve vennootschap in de vorm van een naamloze vennootschap', 'Cooperative company organised as a public limited company', 'Als Aktiengesellschaft organisierte Genossenschaft'],
  ['SCE', 'SCE', 'capital', 'Société coopérative européenne', 'Europese coöperatieve vennootschap', 'European cooperative society', 'Europäische Genossenschaft'],
  ['SUCC', null, 'capital', "Succursale d'une société de droit étranger", 'Bijkantoor van een vennootschap naar buitenlands recht', 'Branch of a foreign company', 'Niederlassung einer Gesellschaft ausländischen Rechts'],
  ['SNC', 'S.e.n.c.', 'no_capital', 'Société en nom collectif', 'Vennootschap onder firma', 'General partnership', 'Offene Handelsgesellschaft'],
  ['SCS', 'S.e.c.s.', 'no_capital', 'Société en commandite simple', 'Gewone commanditaire vennootschap', 'Limited partnership', 'Einfache Kommanditgesellschaft'],
  ['SCSP', 'SCSp', 'no_capital', 'Société en commandite spéciale', 'Bijzondere commanditaire vennootschap', 'Special limited partnership', 'Spezialkommanditgesellschaft'],
  ['SC', null, 'no_capital', 'Société civile', 'Burgerlijke maatschap', 'Civil company', 'Gesellschaft bürgerlichen Rechts'],
  ['SCI', 'SCI', 'no_capital', 'Société civile immobilière', 'Burgerlijke vastgoedmaatschap', 'Civil real estate company', 'Immobiliengesellschaft bürgerlichen Rechts'],
  ['GIE', 'GIE', 'no_capital', "Groupement d'intérêt économique", 'Economisch samenwerkingsverband', 'Economic interest grouping', 'Wirtschaftliche Interessenvereinigung'],
  ['GEIE', 'GEIE', 'no_capital', "Groupement européen d'intérêt économique", 'Europees economisch samenwerkingsverband', 'European economic interest grouping', 'Europäische wirtschaftliche Interessenvereinigung'],
  ['CPP', null, 'no_capital', 'Commerçant personne physique', 'Handelaar natuurlijke persoon', 'Sole trader', 'Einzelkaufmann'],
  ['IND', null, 'no_capital', 'Indépendant exerçant une profession libérale', 'Zelfstandige in een vrij beroep', 'Self-employed professional', 'Freiberufler'],
  ['AGRI', null, 'no_capital', 'Association agricole', 'Landbouwvereniging', 'Agricultural association', 'Landwirtschaftliche Genossenschaft'],
  ['FCP', 'FCP', 'no_capital', 'Fonds commun de placement', 'Gemeenschappelijk beleggingsfonds', 'Common investment fund', 'Investmentfonds'],
  ['EP', null, 'no_capital', 'Établissement public', 'Openbare instelling', 'Public institution', 'Öffentliche Einrichtung'],
  ['ASBL', 'A.s.b.l.', 'association', 'Association sans but lucratif', 'Vereniging zonder winstoogmerk', 'Non-profit association', 'Vereinigung ohne Gewinnzweck'],
  ['FOND', null, 'association', 'Fondation', 'Stichting', 'Foundation', 'Stiftung'],
  ['ASSEP', 'ASSEP', 'association', "Association d'épargne-pension", 'Vereniging voor pensioensparen', 'Pension savings association', 'Pensionssparvereinigung'],
  ['MUT', null, 'association', 'Mutuelle', 'Onderlinge vereniging', 'Mutual society', 'Hilfsverein auf Gegenseitigkeit'],
];

export const legalForms: readonly PackLegalForm[] = rows.map(([code, abbreviation, chart, fr, nl, en, de]) => ({
  code,
  labels: toLabels(fr, nl, en, de),
  abbreviations: abbreviation === null ? null : toLabels(abbreviation, abbreviation, abbreviation, abbreviation),
  chart,
}));
