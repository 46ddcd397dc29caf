import type { AccountRow } from '../../chart.ts';

/** Class 3, inventories: number, then the name in French, Dutch, English and German. */
// oxfmt-ignore
export const class3: readonly AccountRow[] = [
  ['3', 'Comptes de stocks', 'Voorraadrekeningen', 'Inventories accounts', 'Vorratskonten'],
  ['30', 'Stocks de matières premières et consommables', 'Voorraden grond- en hulpstoffen', 'Inventories of raw materials and consumables', 'Vorräte an Roh-, Hilfs- und Betriebsstoffen'],
  ['301', 'Stocks de matières premières', 'Voorraden grondstoffen', 'Inventories of raw materials', 'Vorräte an Rohstoffen'],
  ['303', 'Stocks de matières et fournitures consommables', 'Voorraden hulpstoffen en verbruiksgoederen', 'Inventories of consumable materials and supplies', 'Vorräte an Hilfs- und Betriebsstoffen'],
  ['304', "Stocks d'emballages", 'Voorraden verpakkingen', 'Inventories of packaging', 'Vorräte an Verpackungen'],
  ['31', 'Stocks de produits en cours de fabrication et commandes en cours', 'Voorraden goederen in bewerking en bestellingen in uitvoering', 'Inventories of work and contracts in progress', 'Vorräte an unfertigen Erzeugnissen und in Arbeit befindlichen Aufträgen'],
  ['311', 'Stocks de produits en cours de fabrication', 'Voorraden goederen in bewerking', 'Inventories of work in progress', 'Vorräte an unfertigen Erzeugnissen'],
  ['312', 'Commandes en cours - produits', 'Bestellingen in uitvoering - producten', 'Contracts in progress - goods', 'In Arbeit befindliche Aufträge - Erzeugnisse'],
  ['313', 'Commandes en cours - prestations de services', 'Bestellingen in uitvoering - diensten', 'Contracts in progress - services', 'In Arbeit befindliche Aufträge - Dienstleistungen'],
  ['314', 'Immeubles en construction', 'Onroerende goederen in aanbouw', 'Buildings under construction', 'Im Bau befindliche Bauten / Gebäude'],
  ['315', 'Acomptes reçus déduits des stocks de produits en cours de fabrication et commandes en cours', 'Ontvangen vooruitbetalingen, in mindering op de voorraden goederen in bewerking en bestellingen in uitvoering', 'Down payments received deducted from inventories of work and contracts in progress', 'Erhaltene Anzahlungen, abgesetzt von den Vorräten an unfertigen Erzeugnissen und in Arbeit befindlichen Aufträgen'],
  ['32', 'Stocks de produits', 'Voorraden producten', 'Inventories of goods', 'Vorräte an Erzeugnissen'],
  ['321', 'Stocks de produits finis', 'Voorraden gereed product', 'Inventories of finished goods', 'Vorräte an fertigen Erzeugnissen'],
  ['322', 'Stocks de produits intermédiaires', 'Voorraden halffabrikaten', 'Inventories of semi-finished goods', 'Vorräte an Zwischenprodukten'],
  ['323', 'Stocks de produits résiduels (déchets, rebuts, matières de récupération)', 'Voorraden restproducten (afval, uitschot, herwinbare stoffen)', 'Inventories of residual goods (waste, rejected and recuperable material)', 'Vorräte an Restprodukten (Abfälle, Ausschuss, Wiederverwertbares)'],
  ['36', "Stocks de marchandises et d'autres biens destinés à la revente", 'Voorraden handelsgoederen en andere voor wederverkoop bestemde goederen', 'Inventories of merchandise and other goods for resale', 'Vorräte an Waren und sonstigen zum Verkauf bestimmten Gütern'],
  ['361', 'Stocks de marchandises', 'Voorraden handelsgoederen', 'Inventories of merchandise', 'Vorräte an Waren'],
  ['362', 'Stocks de terrains destinés à la revente', 'Voorraden voor wederverkoop bestemde terreinen', 'Inventories of land for resale', 'Vorräte an zum Verkauf bestimmten Grundstücken'],
  ['3621', 'Stocks de terrains au Luxembourg', 'Voorraden terreinen in Luxemburg', 'Inventories of land for resale in Luxembourg', 'Vorräte an zum Verkauf bestimmten Grundstücken in Luxemburg'],
  ['3622', "Stocks de terrains à l'étranger", 'Voorraden terreinen in het buitenland', 'Inventories of land for resale in foreign countries', 'Vorräte an zum Verkauf bestimmten Grundstücken im Ausland'],
  ['363', "Stocks d'immeubles destinés à la revente", 'Voorraden voor wederverkoop bestemde gebouwen', 'Inventories of buildings for resale', 'Vorräte an zum Verkauf bestimmten Bauten / Gebäuden'],
  ['3631', "Stocks d'immeubles au Luxembourg", 'Voorraden gebouwen in Luxemburg', 'Inventories of buildings for resale in Luxembourg', 'Vorräte an zum Verkauf bestimmten Bauten / Gebäuden in Luxemburg'],
  ['3632', "Stocks d'immeubles à l'étranger", 'Voorraden gebouwen in het buitenland', 'Inventories of buildings for resale in foreign countries', 'Vorräte an zum Verkauf bestimmten Bauten / Gebäuden im Ausland'],
  ['37', 'Acomptes versés sur stocks', 'Vooruitbetalingen op voorraden', 'Down payments on inventories', 'Geleistete Anzahlungen auf Vorräte'],
];
