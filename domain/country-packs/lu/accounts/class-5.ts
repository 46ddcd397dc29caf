import type { AccountRow } from '../../chart.ts';

/** Class 5, securities, banks and cash: number, then the name in French, Dutch, English and German. */
// oxfmt-ignore
export const class5: readonly AccountRow[] = [
  ['5', 'Comptes financiers', 'Financiële rekeningen', 'Financial accounts', 'Finanzkonten'],
  ['50', 'Valeurs mobilières', 'Effecten', 'Transferable securities', 'Wertpapiere'],
  ['501', 'Parts dans des entreprises liées', 'Aandelen in verbonden ondernemingen', 'Shares in affiliated undertakings', 'Anteile an verbundenen Unternehmen'],
  ['502', 'Actions propres ou parts propres', 'Eigen aandelen of deelbewijzen', 'Own shares or own corporate units', 'Eigene Aktien oder eigene Anteile'],
  ['503', "Parts dans des entreprises avec lesquelles l'entreprise a un lien de participation", 'Aandelen in ondernemingen waarmee een deelnemingsverhouding bestaat', 'Shares in undertakings with which the undertaking is linked by virtue of participating interests', 'Anteile an Unternehmen, mit denen ein Beteiligungsverhältnis besteht'],
  ['508', 'Autres valeurs mobilières', 'Andere effecten', 'Other transferable securities', 'Sonstige Wertpapiere'],
  ['5081', 'Actions - Titres cotés', 'Aandelen - Genoteerde effecten', 'Shares - listed securities', 'Aktien - Notierte Wertpapiere'],
  ['5082', 'Actions - Titres non cotés', 'Aandelen - Niet-genoteerde effecten', 'Shares - unlisted securities', 'Aktien - Nicht notierte Wertpapiere'],
  ['5083', "Obligations et autres titres de créance émis par l'entreprise et rachetés par elle", 'Door de onderneming uitgegeven en teruggekochte obligaties en andere schuldbewijzen', 'Debenture loans and other notes issued and repurchased by the company', 'Eigene Anleihen und sonstige eigene Schuldtitel'],
  ['5084', 'Obligations - Titres cotés', 'Obligaties - Genoteerde effecten', 'Listed debenture loans', 'Anleihen - Notierte Wertpapiere'],
  ['5085', 'Obligations - Titres non cotés', 'Obligaties - Niet-genoteerde effecten', 'Unlisted debenture loans', 'Anleihen - Nicht notierte Wertpapiere'],
  ['5088', 'Autres valeurs mobilières diverses', 'Andere diverse effecten', 'Other miscellaneous transferable securities', 'Andere sonstige Wertpapiere'],
  ['51', 'Avoirs en banques, en comptes de chèques postaux, chèques et encaisse', 'Tegoeden bij banken en op postrekeningen, cheques en kasgeld', 'Cash at bank, in postal cheque accounts, cheques and cash in hand', 'Guthaben bei Kreditinstituten, Postscheckguthaben, Schecks und Kassenbestand'],
  ['513', 'Banques et comptes chèques postaux (CCP)', 'Banken en postrekeningen (CCP)', 'Banks and postal cheque accounts (CCP)', 'Kreditinstitute und Postscheckkonten (CCP)'],
  ['5131', 'Banques et CCP : avoirs', 'Banken en CCP: tegoeden', 'Banks and CCP: available balance', 'Kreditinstitute und CCP: Guthaben'],
  ['513101', 'Banque - Compte courant', 'Bank - Rekening-courant', 'Bank - Current account', 'Bank - Laufendes Konto'],
  ['5132', 'Banques et CCP : découverts', 'Banken en CCP: voorschotten in rekening-courant', 'Banks and CCP: overdraft', 'Kreditinstitute und CCP: Überziehungen'],
  ['516', 'Caisse', 'Kas', 'Cash in hand', 'Kassenbestand'],
  ['517', 'Virements internes', 'Interne overboekingen', 'Internal transfers', 'Interne Transferkonten'],
  ['5171', 'Virements internes : solde débiteur', 'Interne overboekingen: debetsaldo', 'Internal transfers: debit balance', 'Interne Transferkonten: Sollsaldo'],
  ['5172', 'Virements internes : solde créditeur', 'Interne overboekingen: creditsaldo', 'Internal transfers: credit balance', 'Interne Transferkonten: Habensaldo'],
  ['518', 'Autres avoirs', 'Andere tegoeden', 'Other cash amounts', 'Sonstige Guthaben'],
];
