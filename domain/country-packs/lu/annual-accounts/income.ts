import type { RubricRow } from '../../annual-accounts-rows.ts';

/** The items 6 to 15 of the profit and loss account, which both layouts have alike. */
// oxfmt-ignore
export const fromStaffToTaxes: readonly RubricRow[] = [
  [2, '605', '= 607 609 613', '6. Frais de personnel', '6. Personeelskosten', '6. Staff costs', '6. Personalaufwand'],
  [3, '607', 'C 621 622', 'a) Salaires et traitements', 'a) Lonen en wedden', 'a) Wages and salaries', 'a) Löhne und Gehälter'],
  [3, '609', '= 653 655', 'b) Charges sociales', 'b) Sociale lasten', 'b) Social security costs', 'b) Soziale Aufwendungen'],
  [4, '653', 'C 6231', 'i) couvrant les pensions', 'i) met betrekking tot pensioenen', 'i) relating to pensions', 'i) für Altersversorgung'],
  [4, '655', 'C 6232', 'ii) autres charges sociales', 'ii) andere sociale lasten', 'ii) other social security costs', 'ii) sonstige soziale Aufwendungen'],
  [3, '613', 'C 624', 'c) Autres frais de personnel', 'c) Andere personeelskosten', 'c) Other staff costs', 'c) Sonstige Personalaufwendungen'],
  [2, '657', '= 659 661', '7. Corrections de valeur', '7. Waardecorrecties', '7. Value adjustments', '7. Wertberichtigungen'],
  [3, '659', 'C 631 632 633 732 733', "a) sur frais d'établissement et sur immobilisations corporelles et incorporelles", 'a) op oprichtingskosten en op materiële en immateriële vaste activa', 'a) in respect of formation expenses and of tangible and intangible fixed assets', 'a) auf Gründungskosten, Sachanlagen und immaterielle Anlagewerte'],
  [3, '661', 'C 634 635 734 735', "b) sur éléments de l'actif circulant", 'b) op vlottende activa', 'b) in respect of current assets', 'b) auf Umlaufvermögen'],
  [2, '621', 'C 64', "8. Autres charges d'exploitation", '8. Andere bedrijfskosten', '8. Other operating expenses', '8. Sonstige betriebliche Aufwendungen'],
  [2, '715', '= 717 719', '9. Produits provenant de participations', '9. Opbrengsten uit deelnemingen', '9. Income from participating interests', '9. Erträge aus Beteiligungen'],
  [3, '717', 'C 75211 75221 75421 75481', "a) provenant d'entreprises liées", 'a) uit verbonden ondernemingen', 'a) derived from affiliated undertakings', 'a) aus verbundenen Unternehmen'],
  [3, '719', 'C 75213 75223 75423 75483', 'b) autres produits de participations', 'b) andere opbrengsten uit deelnemingen', 'b) other income from participating interests', 'b) sonstige Erträge aus Beteiligungen'],
  [2, '721', '= 723 725', "10. Produits provenant d'autres valeurs mobilières, d'autres titres et de créances de l'actif immobilisé", '10. Opbrengsten uit andere effecten en vorderingen van de vaste activa', '10. Income from other investments and loans forming part of the fixed assets', '10. Erträge aus anderen Wertpapieren und Forderungen des Anlagevermögens'],
  [3, '723', 'C 75212 75222', "a) provenant d'entreprises liées", 'a) uit verbonden ondernemingen', 'a) derived from affiliated undertakings', 'a) aus verbundenen Unternehmen'],
  [3, '725', 'C 75214 75215 75216 75224 75225 75226 75422 75428 75482 75488', 'b) autres produits ne figurant pas sous a)', 'b) andere opbrengsten die niet onder a) vallen', 'b) other income not included under a)', 'b) sonstige Erträge, soweit nicht unter a) ausgewiesen'],
  [2, '727', '= 729 731', '11. Autres intérêts et autres produits financiers', '11. Andere interesten en andere financiële opbrengsten', '11. Other interest receivable and similar income', '11. Sonstige Zinsen und sonstige finanzielle Erträge'],
  [3, '729', 'C 75411 755231 75541 75551 75561 75581 7561 7581 7591', "a) provenant d'entreprises liées", 'a) uit verbonden ondernemingen', 'a) derived from affiliated undertakings', 'a) aus verbundenen Unternehmen'],
  [3, '731', 'C 75412 75413 75521 755232 7553 75542 75552 75562 75582 7562 7582 7592', 'b) autres intérêts et produits financiers', 'b) andere interesten en financiële opbrengsten', 'b) other interest and similar income', 'b) sonstige Zinsen und finanzielle Erträge'],
  [2, '663', 'C 657 757', '12. Quote-part dans le résultat des entreprises mises en équivalence', '12. Aandeel in het resultaat van ondernemingen gewaardeerd volgens vermogensmutatie', '12. Share of profit or loss of undertakings accounted for under the equity method', '12. Anteil am Ergebnis von nach der Kapitalanteilsmethode bewerteten Unternehmen'],
  [2, '665', 'C 651 653 751 753', "13. Corrections de valeur sur immobilisations financières et sur valeurs mobilières faisant partie de l'actif circulant", '13. Waardecorrecties op financiële vaste activa en op effecten van de vlottende activa', '13. Value adjustments in respect of financial assets and of investments held as current assets', '13. Wertberichtigungen auf Finanzanlagen und auf Wertpapiere des Umlaufvermögens'],
  [2, '627', '= 629 631', '14. Intérêts et autres charges financières', '14. Interesten en andere financiële kosten', '14. Interest payable and similar expenses', '14. Zinsen und sonstige finanzielle Aufwendungen'],
  [3, '629', 'C 65211 65212 65221 65222 65411 65421 65511 655231 65541 65551 65561 65581 6561 6581 6591', 'a) concernant des entreprises liées', 'a) met betrekking tot verbonden ondernemingen', 'a) concerning affiliated undertakings', 'a) betreffend verbundene Unternehmen'],
  [3, '631', 'C 65213 65214 65215 65216 65223 65224 65225 65226 65412 65413 65422 65423 65428 65512 65521 65522 655232 6553 65542 65552 65562 65582 6562 6582 6592', 'b) autres intérêts et charges', 'b) andere interesten en kosten', 'b) other interest and similar expenses', 'b) sonstige Zinsen und Aufwendungen'],
  [2, '635', 'C 67 77', '15. Impôts sur le résultat', '15. Belastingen op het resultaat', '15. Tax on profit or loss', '15. Ertragssteuern'],
];
