/** The statements of the simplified regime: forms 2033-A (balance sheet) and 2033-B (income), with their codes. */
import { buildRubrics, type RubricRow } from '../../annual-accounts-rows.ts';
import type { Rubric } from '../../pack.ts';
import { assetRubrics, BANKS, each, EITHER_SIDE, OWED_BY_STATE, type AssetRow } from './rows.ts';

// oxfmt-ignore
const assets: readonly AssetRow[] = [
  [3, '010', '012', 'D 206 207', 'C 2806 2807 2906 2907', 'Fonds commercial', 'Handelsfonds (goodwill)', 'Goodwill', 'Geschäfts- oder Firmenwert'],
  [3, '014', '016', 'D 20 232 237 but:206,207', 'C 280 290 2932 but:2806,2807,2906,2907', 'Autres immobilisations incorporelles', 'Andere immateriële vaste activa', 'Other intangible fixed assets', 'Sonstige immaterielle Anlagewerte'],
  [3, '028', '030', 'D 21 22 231 238 but:229', 'C 281 282 291 292 2931', 'Immobilisations corporelles', 'Materiële vaste activa', 'Tangible fixed assets', 'Sachanlagen'],
  [3, '040', '042', 'D 26 27 but:269,279', 'C 296 297', 'Immobilisations financières', 'Financiële vaste activa', 'Financial fixed assets', 'Finanzanlagen'],
  [2, '044', '048', '= 010 014 028 040', '= 012 016 030 042', 'Actif immobilisé', 'Vaste activa', 'Fixed assets', 'Anlagevermögen'],
  [3, '050', '052', 'D 31 32 33 34 35 36', 'C 391 392 393 394 395', 'Matières premières, approvisionnements, en cours de production', 'Grond-, hulp- en verbruiksstoffen, werk in uitvoering', 'Raw materials, consumables, work in progress', 'Roh-, Hilfs- und Betriebsstoffe, unfertige Erzeugnisse'],
  [3, '060', '062', 'D 37 38', 'C 397', 'Marchandises', 'Handelsgoederen', 'Goods for resale', 'Waren'],
  [3, '064', null, 'D 4091', '', 'Avances et acomptes versés sur commandes', 'Vooruitbetalingen op bestellingen', 'Advance payments on orders', 'Geleistete Anzahlungen auf Bestellungen'],
  [3, '068', '070', 'D 41 but:419', 'C 491', 'Clients et comptes rattachés', 'Klanten en bijbehorende rekeningen', 'Customers and related accounts', 'Kunden und zugehörige Konten'],
  [3, '072', '074', `D 109 4096 4097 4098 425 439 ${each(OWED_BY_STATE)} 4561 4562 4566 462 465 4886 ${each(EITHER_SIDE)} but:4419 debit:${EITHER_SIDE}`, 'C 495 496', 'Autres créances', 'Andere vorderingen', 'Other receivables', 'Sonstige Forderungen'],
  [3, '080', '082', 'D 50 52 but:509,524', 'C 59', 'Valeurs mobilières de placement', 'Geldbeleggingen', 'Short-term investments', 'Wertpapiere des Umlaufvermögens'],
  [3, '084', null, `D 511 5188 53 54 58 ${each(BANKS)} debit:${BANKS}`, '', 'Disponibilités', 'Liquide middelen', 'Cash and bank balances', 'Flüssige Mittel'],
  [3, '092', null, 'D 169 474 476 481 486', '', "Charges constatées d'avance", 'Over te dragen kosten', 'Prepaid expenses', 'Vorausbezahlte Aufwendungen'],
  [2, '096', '098', '= 050 060 064 068 072 080 084 092', '= 052 062 070 074 082', 'Actif circulant', 'Vlottende activa', 'Current assets', 'Umlaufvermögen'],
  [1, '110', '112', '= 044 096', '= 048 098', "Total général de l'actif", 'Totaal van de activa', 'Total assets', 'Summe der Aktiva'],
];

// oxfmt-ignore
const liabilities: readonly RubricRow[] = [
  [3, '120', 'C 101 102 108', 'Capital social ou individuel', 'Maatschappelijk of persoonlijk kapitaal', "Share or owner's capital", 'Gezeichnetes Kapital oder Kapital des Inhabers'],
  [3, '124', 'C 105 107', 'Écarts de réévaluation', 'Herwaarderingsmeerwaarden', 'Revaluation differences', 'Neubewertungsrücklagen'],
  [3, '126', 'C 1061', 'Réserve légale', 'Wettelijke reserve', 'Legal reserve', 'Gesetzliche Rücklage'],
  [3, '130', 'C 1062 1064', 'Réserves réglementées', 'Gereglementeerde reserves', 'Tax-regulated reserves', 'Steuerlich geregelte Rücklagen'],
  [3, '132', 'C 104 1063 1068', 'Autres réserves', 'Andere reserves', 'Other reserves', 'Sonstige Rücklagen'],
  [3, '134', 'C 11', 'Report à nouveau', 'Overgedragen resultaat', 'Result carried forward', 'Ergebnisvortrag'],
  [3, '136', 'C 12 6 7', "Résultat de l'exercice", 'Resultaat van het boekjaar', 'Result for the year', 'Ergebnis des Geschäftsjahres'],
  [3, '137', 'C 13', "Subventions d'investissement", 'Kapitaalsubsidies', 'Investment grants', 'Investitionszuschüsse'],
  [3, '140', 'C 14', 'Provisions réglementées', 'Gereglementeerde voorzieningen', 'Tax-regulated provisions', 'Steuerlich geregelte Rückstellungen'],
  [2, '142', '= 120 124 126 130 132 134 136 137 140', 'Capitaux propres', 'Eigen vermogen', 'Equity', 'Eigenkapital'],
  [2, '154', 'C 15', 'Provisions pour risques et charges', "Voorzieningen voor risico's en kosten", 'Provisions for risks and charges', 'Rückstellungen für Risiken und Aufwendungen'],
  [3, '156', `C 16 17 229 426 5181 519 ${each(BANKS)} but:169 credit:${BANKS}`, 'Emprunts et dettes assimilées', 'Leningen en soortgelijke schulden', 'Loans and similar debts', 'Darlehen und ähnliche Verbindlichkeiten'],
  [3, '164', 'C 4191', 'Avances et acomptes reçus sur commandes en cours', 'Ontvangen vooruitbetalingen op lopende bestellingen', 'Advance payments received on orders in progress', 'Erhaltene Anzahlungen auf laufende Bestellungen'],
  [3, '166', 'C 40 but:404,405,4084,409', 'Fournisseurs et comptes rattachés', 'Leveranciers en bijbehorende rekeningen', 'Suppliers and related accounts', 'Lieferanten und zugehörige Konten'],
  [3, '172', `C 18 269 279 404 405 4084 4196 4197 4198 42 43 44 451 455 4563 4564 4567 457 458 464 467 468 471 472 473 478 4887 509 524 but:425,426,439,4411,4417,4418,441000,4456,44581,44583,44586,44589,4482 credit:${EITHER_SIDE}`, 'Autres dettes', 'Andere schulden', 'Other debts', 'Sonstige Verbindlichkeiten'],
  [3, '174', 'C 475 477 487', "Produits constatés d'avance", 'Over te dragen opbrengsten', 'Deferred income', 'Im Voraus vereinnahmte Erträge'],
  [2, '176', '= 156 164 166 172 174', 'Dettes', 'Schulden', 'Debts', 'Verbindlichkeiten'],
  [1, '180', '= 142 154 176', 'Total général du passif', 'Totaal van de passiva', 'Total equity and liabilities', 'Summe der Passiva'],
];

/** Part of the other debts. */
const partnersAccounts: Rubric = {
  code: '169',
  statement: 'liabilities',
  level: 4,
  labels: {
    fr: "Dont comptes courants d'associés",
    nl: 'Waarvan rekeningen-courant van vennoten',
    en: "Of which partners' current accounts",
    de: 'Davon Kontokorrentkonten der Gesellschafter',
  },
  content: { accounts: ['455'], except: [], sign: -1, creditOnly: ['455'] },
  isMemo: true,
};

// oxfmt-ignore
const income: readonly RubricRow[] = [
  [3, '210', 'C 707 7097', 'Ventes de marchandises', 'Verkopen van handelsgoederen', 'Sales of goods for resale', 'Warenverkäufe'],
  [3, '214', 'C 701 702 703 7091 7092', 'Production vendue - biens', 'Verkochte productie - goederen', 'Production sold - goods', 'Verkaufte Erzeugung - Güter'],
  [3, '218', 'C 704 705 706 708 709 but:7091,7092,7097', 'Production vendue - services', 'Verkochte productie - diensten', 'Production sold - services', 'Verkaufte Erzeugung - Dienstleistungen'],
  [3, '222', 'C 71', 'Production stockée', 'Voorraadwijziging van eigen productie', 'Change in stocks of own production', 'Bestandsveränderung der eigenen Erzeugung'],
  [3, '224', 'C 72', 'Production immobilisée', 'Geproduceerde vaste activa', 'Own work capitalised', 'Aktivierte Eigenleistungen'],
  [3, '226', 'C 74', "Subventions d'exploitation reçues", 'Ontvangen exploitatiesubsidies', 'Operating grants received', 'Erhaltene Betriebszuschüsse'],
  [3, '230', 'C 75 781', 'Autres produits', 'Andere opbrengsten', 'Other income', 'Sonstige Erträge'],
  [2, '232', '= 210 214 218 222 224 226 230', "Total des produits d'exploitation", 'Totaal van de bedrijfsopbrengsten', 'Total operating income', 'Summe der Betriebserträge'],
  [3, '234', 'D 607 6097', 'Achats de marchandises', 'Aankopen van handelsgoederen', 'Purchases of goods for resale', 'Wareneinkäufe'],
  [3, '236', 'D 6037', 'Variation de stock (marchandises)', 'Voorraadwijziging (handelsgoederen)', 'Change in stocks (goods for resale)', 'Bestandsveränderung (Waren)'],
  [3, '238', 'D 601 602 6091 6092', 'Achats de matières premières et autres approvisionnements', 'Aankopen van grond-, hulp- en verbruiksstoffen', 'Purchases of raw materials and other consumables', 'Einkäufe von Roh-, Hilfs- und Betriebsstoffen'],
  [3, '240', 'D 6031 6032', 'Variation de stock (matières premières et approvisionnements)', 'Voorraadwijziging (grond-, hulp- en verbruiksstoffen)', 'Change in stocks (raw materials and consumables)', 'Bestandsveränderung (Roh-, Hilfs- und Betriebsstoffe)'],
  [3, '242', 'D 604 605 606 608 609 61 62 but:6091,6092,6097', 'Autres charges externes', 'Andere externe kosten', 'Other external charges', 'Sonstige externe Aufwendungen'],
  [3, '244', 'D 63', 'Impôts, taxes et versements assimilés', 'Belastingen, taksen en soortgelijke stortingen', 'Taxes, duties and similar payments', 'Steuern, Abgaben und ähnliche Zahlungen'],
  [3, '250', 'D 641 644 648 649', 'Rémunérations du personnel', 'Bezoldigingen van het personeel', 'Staff remuneration', 'Löhne und Gehälter'],
  [3, '252', 'D 645 646 647', 'Charges sociales', 'Sociale lasten', 'Social charges', 'Sozialaufwand'],
  [3, '254', 'D 6811', 'Dotations aux amortissements', 'Afschrijvingen', 'Depreciation', 'Abschreibungen'],
  [3, '256', 'D 6815 6816 6817', 'Dotations aux dépréciations et provisions', 'Waardeverminderingen en voorzieningen', 'Impairment and provisions', 'Wertberichtigungen und Rückstellungen'],
  [3, '262', 'D 65', 'Autres charges', 'Andere kosten', 'Other charges', 'Sonstige Aufwendungen'],
  [2, '264', '= 234 236 238 240 242 244 250 252 254 256 262', "Total des charges d'exploitation", 'Totaal van de bedrijfskosten', 'Total operating charges', 'Summe der Betriebsaufwendungen'],
  [2, '270', '= 232 -264', "Résultat d'exploitation", 'Bedrijfsresultaat', 'Operating result', 'Betriebsergebnis'],
  [2, '280', 'C 76 786', 'Produits financiers', 'Financiële opbrengsten', 'Financial income', 'Finanzerträge'],
  [2, '290', 'C 77 787', 'Produits exceptionnels', 'Uitzonderlijke opbrengsten', 'Exceptional income', 'Außerordentliche Erträge'],
  [2, '294', 'D 66 686', 'Charges financières', 'Financiële kosten', 'Financial charges', 'Finanzaufwendungen'],
  [2, '300', 'D 67 687 691', 'Charges exceptionnelles et participation des salariés', 'Uitzonderlijke kosten en winstdeelname van het personeel', 'Exceptional charges and employee profit sharing', 'Außerordentliche Aufwendungen und Gewinnbeteiligung der Arbeitnehmer'],
  [2, '306', 'D 69 but:691', 'Impôts sur les bénéfices', 'Winstbelastingen', 'Income taxes', 'Ertragsteuern'],
  [1, '310', '= 270 280 290 -294 -300 -306', 'Bénéfice ou perte', 'Winst of verlies', 'Profit or loss', 'Gewinn oder Verlust'],
];

export const simplifiedRubrics = [
  ...assetRubrics(assets),
  ...buildRubrics('liabilities', liabilities),
  partnersAccounts,
  ...buildRubrics('income', income),
];
