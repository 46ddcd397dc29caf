import type { Messages } from '../i18n/messages.ts';

/** Accounts that something refers to. */
export const messages = {
  account_unknown: {
    fr: 'Ce compte n’existe pas dans le plan comptable du dossier.',
    nl: 'Deze rekening bestaat niet in het rekeningstelsel van het dossier.',
    en: 'This account does not exist in the chart of accounts of the company file.',
    de: 'Dieses Konto gibt es im Kontenplan der Akte nicht.',
  },
  account_contradicts: {
    fr: 'Le numéro de compte et l’identifiant désignent deux comptes différents.',
    nl: 'Het rekeningnummer en de id verwijzen naar twee verschillende rekeningen.',
    en: 'The account number and the id name two different accounts.',
    de: 'Kontonummer und ID bezeichnen zwei verschiedene Konten.',
  },
  account_inactive: {
    fr: 'Ce compte n’est plus actif.',
    nl: 'Deze rekening is niet meer actief.',
    en: 'This account is no longer active.',
    de: 'Dieses Konto ist nicht mehr aktiv.',
  },
  account_is_group: {
    fr: 'Ce compte est un compte de regroupement : il ne peut être mouvementé.',
    nl: 'Deze rekening is een groepsrekening: er kan niet op geboekt worden.',
    en: 'This account is a group account: nothing can be posted to it.',
    de: 'Dieses Konto ist ein Gruppenkonto: Es kann nicht bebucht werden.',
  },
  account_in_closed_year: {
    fr: 'Un exercice clôturé a soldé ou reporté ce compte : il ne peut plus passer du bilan au résultat, ni l’inverse.',
    nl: 'Een afgesloten boekjaar heeft deze rekening aangezuiverd of overgedragen: ze kan niet meer van de balans naar de resultaten overgaan, of omgekeerd.',
    en: 'A closed fiscal year has cleared or carried forward this account: it can no longer move between balance sheet and result.',
    de: 'Ein abgeschlossenes Geschäftsjahr hat dieses Konto ausgeglichen oder vorgetragen: Es kann nicht mehr zwischen Bilanz und Ergebnis wechseln.',
  },
} as const satisfies Messages;
