import { labelled } from '../chart.ts';
import type { PackJournal } from '../pack.ts';

export const journals: readonly PackJournal[] = [
  {
    code: 'ACH',
    type: 'purchase',
    labels: labelled('Achats', 'Aankopen', 'Purchases', 'Einkäufe'),
    controlAccount: '401000',
  },
  {
    code: 'NCA',
    type: 'purchase_credit',
    labels: labelled('Avoirs sur achats', "Creditnota's op aankopen", 'Purchase credit notes', 'Einkaufsgutschriften'),
    controlAccount: '401000',
  },
  {
    code: 'VEN',
    type: 'sale',
    labels: labelled('Ventes', 'Verkopen', 'Sales', 'Verkäufe'),
    controlAccount: '411000',
  },
  {
    code: 'NCV',
    type: 'sale_credit',
    labels: labelled('Avoirs sur ventes', "Creditnota's op verkopen", 'Sales credit notes', 'Verkaufsgutschriften'),
    controlAccount: '411000',
  },
  {
    code: 'OD',
    type: 'miscellaneous',
    labels: labelled('Opérations diverses', 'Diverse verrichtingen', 'Miscellaneous operations', 'Diverse Buchungen'),
    controlAccount: null,
  },
  {
    code: 'CAI',
    type: 'cash',
    labels: labelled('Caisse', 'Kas', 'Cash', 'Kasse'),
    controlAccount: '530000',
  },
];
