import type { ChartDifferences } from '../../chart.ts';

/** Companies have subscribed capital, and nobody whose private account could be kept with them. */
export const companies: ChartDifferences = { without: ['104', '106'], rows: [] };

/** Sole traders and partnerships have capital of another kind, which is not subscribed. */
export const partnerships: ChartDifferences = { without: ['101', '102', '103'], rows: [] };

/** Associations and foundations have funds that nobody subscribed, nothing to distribute, and income of their own kind. */
// oxfmt-ignore
export const associations: ChartDifferences = {
  without: ['102', '103', '104', '105', '106', '11', '15'],
  rows: [
    ['10', "Fonds propres de l'association ou de la fondation", 'Eigen fondsen van de vereniging of de stichting', 'Own funds of the association or foundation', 'Eigenmittel des Vereins oder der Stiftung'],
    ['101', 'Patrimoine de départ et dotations', 'Beginvermogen en dotaties', 'Initial assets and endowments', 'Anfangsvermögen und Dotationen'],
    ['7081', 'Cotisations des membres', 'Ledenbijdragen', 'Membership fees', 'Mitgliedsbeiträge'],
    ['7082', 'Dons et legs', 'Giften en legaten', 'Donations and bequests', 'Spenden und Vermächtnisse'],
    ['7083', 'Recettes de manifestations', 'Opbrengsten van evenementen', 'Income from events', 'Einnahmen aus Veranstaltungen'],
    ['7088', "Autres produits de l'activité associative", 'Andere opbrengsten van de verenigingsactiviteit', 'Other income from the activity of the association', 'Sonstige Erträge aus der Vereinstätigkeit'],
  ],
};
