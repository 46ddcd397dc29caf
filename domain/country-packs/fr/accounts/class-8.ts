import type { AccountRow } from '../../chart.ts';

/** Class 8, special accounts: number, then the name in French, Dutch, English and German. */
// oxfmt-ignore
export const class8: readonly AccountRow[] = [
  ['8', 'Comptes spéciaux', 'Bijzondere rekeningen', 'Special accounts', 'Sonderkonten'],
  ['80', 'Engagements', 'Verbintenissen buiten balans', 'Off-balance-sheet commitments', 'Außerbilanzielle Verpflichtungen'],
  ['801', "Engagements donnés par l'entité", 'Door de entiteit gegeven verbintenissen', 'Commitments given by the entity', 'Von der Einheit eingegangene Verpflichtungen'],
  ['801100', 'Avals, cautions, garanties donnés', 'Gegeven avals, borgstellingen en waarborgen', 'Endorsements, sureties and guarantees given', 'Gegebene Wechselbürgschaften, Bürgschaften und Garantien'],
  ['801400', "Effets circulant sous l'endos de l'entité", 'Wissels in omloop met endossement van de entiteit', 'Bills in circulation endorsed by the entity', 'Mit Indossament der Einheit umlaufende Wechsel'],
  ['8016', 'Redevances de crédit-bail restant à courir', 'Nog te vervallen leasingvergoedingen', 'Finance lease payments outstanding', 'Noch ausstehende Leasingraten'],
  ['801610', 'Redevances restant à courir - Crédit-bail mobilier', 'Nog te vervallen leasingvergoedingen - Roerende goederen', 'Lease payments outstanding - Movable property', 'Ausstehende Leasingraten - Bewegliche Güter'],
  ['801650', 'Redevances restant à courir - Crédit-bail immobilier', 'Nog te vervallen leasingvergoedingen - Onroerende goederen', 'Lease payments outstanding - Real property', 'Ausstehende Leasingraten - Immobilien'],
  ['801800', 'Autres engagements donnés', 'Andere gegeven verbintenissen', 'Other commitments given', 'Sonstige eingegangene Verpflichtungen'],
  ['802', "Engagements reçus par l'entité", 'Door de entiteit ontvangen verbintenissen', 'Commitments received by the entity', 'Von der Einheit erhaltene Verpflichtungen'],
  ['802100', 'Avals, cautions, garanties reçus', 'Ontvangen avals, borgstellingen en waarborgen', 'Endorsements, sureties and guarantees received', 'Erhaltene Wechselbürgschaften, Bürgschaften und Garantien'],
  ['802400', 'Créances escomptées non échues', 'Verdisconteerde, niet-vervallen vorderingen', 'Discounted receivables not yet due', 'Diskontierte, noch nicht fällige Forderungen'],
  ['8026', 'Engagements reçus pour utilisation en crédit-bail', 'Ontvangen verbintenissen voor gebruik in leasing', 'Commitments received for use under finance leases', 'Erhaltene Verpflichtungen aus Leasingnutzung'],
  ['802610', 'Engagements reçus - Crédit-bail mobilier', 'Ontvangen verbintenissen - Leasing van roerende goederen', 'Commitments received - Leases of movable property', 'Erhaltene Verpflichtungen - Leasing beweglicher Güter'],
  ['802650', 'Engagements reçus - Crédit-bail immobilier', 'Ontvangen verbintenissen - Leasing van onroerende goederen', 'Commitments received - Leases of real property', 'Erhaltene Verpflichtungen - Immobilienleasing'],
  ['802800', 'Autres engagements reçus', 'Andere ontvangen verbintenissen', 'Other commitments received', 'Sonstige erhaltene Verpflichtungen'],
  ['809', 'Contrepartie des engagements', 'Tegenrekening van verbintenissen', 'Contra accounts of commitments', 'Gegenkonten der Verpflichtungen'],
  ['809100', 'Contrepartie des engagements donnés', 'Tegenrekening van gegeven verbintenissen', 'Contra account of commitments given', 'Gegenkonto der eingegangenen Verpflichtungen'],
  ['809200', 'Contrepartie des engagements reçus', 'Tegenrekening van ontvangen verbintenissen', 'Contra account of commitments received', 'Gegenkonto der erhaltenen Verpflichtungen'],
  ['88', "Résultat en instance d'affectation", 'Te bestemmen resultaat', 'Result awaiting appropriation', 'Noch zu verwendendes Ergebnis'],
  ['880000', "Résultat en instance d'affectation", 'Te bestemmen resultaat', 'Result awaiting appropriation', 'Noch zu verwendendes Ergebnis'],
  ['89', 'Comptes de bilan', 'Balansrekeningen', 'Balance sheet accounts', 'Bilanzkonten'],
  ['890', "Bilan d'ouverture", 'Openingsbalans', 'Opening balance sheet', 'Eröffnungsbilanz'],
  ['890000', "Bilan d'ouverture", 'Openingsbalans', 'Opening balance sheet', 'Eröffnungsbilanz'],
  ['891', 'Bilan de clôture', 'Slotbalans', 'Closing balance sheet', 'Schlussbilanz'],
  ['891000', 'Bilan de clôture', 'Slotbalans', 'Closing balance sheet', 'Schlussbilanz'],
];
