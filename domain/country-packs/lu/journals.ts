import { toLabels } from '../chart.ts';
import type { PackJournal } from '../pack.ts';

export const journals: readonly PackJournal[] = [
  {
    code: 'ACH',
    type: 'purchase',
    labels: toLabels('Achats', 'Aankopen', 'Purchases', 'Einkäufe'),
    controlAccount: '44111',
  },
  {
    code: 'NCA',
    type: 'purchase_credit',
    labels: toLabels(
      'Notes de crédit sur achats',
      "Creditnota's op aankopen",
      'Purchase credit notes',
      'Einkaufsgutschriften',
    ),
    controlAccount: '44111',
  },
  {
    code: 'VEN',
    type: 'sale',
    labels: toLabels('Ventes', 'Verkopen', 'Sales', 'Verkäufe'),
    controlAccount: '4011',
  },
  {
    code: 'NCV',
    type: 'sale_credit',
    labels: toLabels(
      'Notes de crédit sur ventes',
      "Creditnota's op verkopen",
      'Sales credit notes',
      'Verkaufsgutschriften',
    ),
    controlAccount: '4011',
  },
  {
    code: 'OD',
    type: 'miscellaneous',
    labels: toLabels('Opérations diverses', 'Diverse verrichtingen', 'Miscellaneous operations', 'Diverse Buchungen'),
    controlAccount: null,
  },
  {
    code: 'CAI',
    type: 'cash',
    labels: toLabels('Caisse', 'Kas', 'Cash', 'Kasse'),
    controlAccount: '516',
  },
];
