/** Operations taxed in section II of the VAT return, with the fields for base and tax at each rate. */
import { toLabels } from '../chart.ts';
import type { Labels } from '../pack.ts';

export interface TaxedOperation {
  /** Section of the form. */
  readonly frame: string;
  readonly labels: Labels;
  readonly rates: readonly (readonly [rate: number, base: string, tax: string])[];
  /** Field for untaxed bases; null if the form has none. */
  readonly untaxed: string | null;
  /** Fields of the totals; null if the form combines several operations. */
  readonly totals: readonly [base: string, tax: string] | null;
}

export const sales: TaxedOperation = {
  frame: 'II.A',
  labels: toLabels(
    "Ventilation du chiffre d'affaires imposable",
    'Uitsplitsing van de belastbare omzet',
    'Breakdown of taxable turnover',
    'Aufteilung des steuerpflichtigen Umsatzes',
  ),
  rates: [
    [17, '701', '702'],
    [16, '901', '902'],
    [14, '703', '704'],
    [13, '903', '904'],
    [8, '705', '706'],
    [7, '905', '906'],
    [3, '031', '040'],
  ],
  untaxed: '033',
  totals: ['037', '046'],
};

export const acquisitions: TaxedOperation = {
  frame: 'II.B',
  labels: toLabels(
    'Acquisitions intracommunautaires de biens',
    'Intracommunautaire verwervingen van goederen',
    'Intra-Community acquisitions of goods',
    'Innergemeinschaftliche Erwerbe von Gegenständen',
  ),
  rates: [
    [17, '711', '712'],
    [16, '911', '912'],
    [14, '713', '714'],
    [13, '913', '914'],
    [8, '715', '716'],
    [7, '915', '916'],
    [3, '049', '054'],
  ],
  untaxed: '194',
  totals: ['051', '056'],
};

export const businessImports: TaxedOperation = {
  frame: 'II.D',
  labels: toLabels(
    "Importations de biens à des fins de l'entreprise",
    'Invoer van goederen voor bedrijfsdoeleinden',
    'Imports of goods for business purposes',
    'Einfuhren von Gegenständen für Zwecke des Unternehmens',
  ),
  rates: [
    [17, '721', '722'],
    [16, '921', '922'],
    [14, '723', '724'],
    [13, '923', '924'],
    [8, '725', '726'],
    [7, '925', '926'],
    [3, '059', '068'],
  ],
  untaxed: '195',
  totals: null,
};

export const privateImports: TaxedOperation = {
  frame: 'II.D',
  labels: toLabels(
    "Importations de biens à des fins étrangères à l'entreprise",
    'Invoer van goederen voor andere dan bedrijfsdoeleinden',
    'Imports of goods for non-business purposes',
    'Einfuhren von Gegenständen für unternehmensfremde Zwecke',
  ),
  rates: [
    [17, '731', '732'],
    [16, '931', '932'],
    [14, '733', '734'],
    [13, '933', '934'],
    [8, '735', '736'],
    [7, '935', '936'],
    [3, '063', '073'],
  ],
  untaxed: '196',
  totals: null,
};

export const servicesFromUnion: TaxedOperation = {
  frame: 'II.E',
  labels: toLabels(
    "Services reçus d'assujettis d'autres États membres",
    'Diensten ontvangen van belastingplichtigen in andere lidstaten',
    'Services received from taxable persons in other Member States',
    'Dienstleistungen von Steuerpflichtigen aus anderen Mitgliedstaaten',
  ),
  rates: [
    [17, '741', '742'],
    [16, '941', '942'],
    [14, '743', '744'],
    [13, '943', '944'],
    [8, '745', '746'],
    [7, '945', '946'],
    [3, '431', '432'],
  ],
  untaxed: '435',
  totals: ['436', '462'],
};

export const servicesFromOutside: TaxedOperation = {
  frame: 'II.E',
  labels: toLabels(
    "Services reçus d'assujettis établis hors de l'Union",
    'Diensten ontvangen van belastingplichtigen buiten de Unie',
    'Services received from taxable persons outside the Union',
    'Dienstleistungen von Steuerpflichtigen außerhalb der Union',
  ),
  rates: [
    [17, '751', '752'],
    [16, '951', '952'],
    [14, '753', '754'],
    [13, '953', '954'],
    [8, '755', '756'],
    [7, '955', '956'],
    [3, '441', '442'],
  ],
  untaxed: '445',
  totals: ['463', '464'],
};

export const domesticServices: TaxedOperation = {
  frame: 'II.E',
  labels: toLabels(
    "Services d'assujettis luxembourgeois à déclarer par le preneur redevable",
    'Binnenlandse diensten waarvoor de afnemer de btw verschuldigd is',
    'Domestic services on which the customer owes the VAT',
    'Inländische Dienstleistungen, für die der Empfänger Steuerschuldner ist',
  ),
  rates: [
    [17, '761', '762'],
    [16, '961', '962'],
  ],
  untaxed: null,
  totals: ['765', '766'],
};

export const domesticGoods: TaxedOperation = {
  frame: 'II.F',
  labels: toLabels(
    "Livraisons de biens à déclarer par l'acquéreur redevable",
    'Leveringen van goederen aan te geven door de koper, die de btw verschuldigd is',
    'Supplies of goods on which the purchaser owes the VAT',
    'Vom Erwerber als Steuerschuldner zu erklärende Lieferungen',
  ),
  rates: [
    [17, '769', '770'],
    [8, '763', '764'],
    [7, '963', '964'],
  ],
  untaxed: null,
  totals: ['767', '768'],
};
