import type { Messages } from '../i18n/messages.ts';

/** What happened to fixed assets, in the activity and in the history. */
export const messages = {
  activity_fixed_asset_created: {
    fr: 'Immobilisation créée',
    nl: 'Vast actief aangemaakt',
    en: 'Fixed asset created',
    de: 'Anlagegut angelegt',
  },
  told_fixed_asset_created: {
    fr: '{user} a créé l’immobilisation {label}',
    nl: '{user} heeft vast actief {label} aangemaakt',
    en: '{user} created fixed asset {label}',
    de: '{user} hat das Anlagegut {label} angelegt',
  },
  activity_fixed_asset_changed: {
    fr: 'Immobilisation modifiée',
    nl: 'Vast actief gewijzigd',
    en: 'Fixed asset changed',
    de: 'Anlagegut geändert',
  },
  told_fixed_asset_changed: {
    fr: '{user} a modifié l’immobilisation {label}',
    nl: '{user} heeft vast actief {label} gewijzigd',
    en: '{user} changed fixed asset {label}',
    de: '{user} hat das Anlagegut {label} geändert',
  },
  activity_fixed_assets_depreciated: {
    fr: 'Amortissements comptabilisés',
    nl: 'Afschrijvingen geboekt',
    en: 'Depreciation posted',
    de: 'Abschreibungen gebucht',
  },
  told_fixed_assets_depreciated: {
    fr: '{user} a comptabilisé {count, plural, one {l’amortissement de l’immobilisation {label}} other {les amortissements de # immobilisations}}',
    nl: '{user} heeft de afschrijving van {count, plural, one {vast actief {label}} other {# vaste activa}} geboekt',
    en: '{user} posted the depreciation of {count, plural, one {fixed asset {label}} other {# fixed assets}}',
    de: '{user} hat die Abschreibung von {count, plural, one {Anlagegut {label}} other {# Anlagegütern}} gebucht',
  },
  activity_fixed_assets_depreciation_taken_back: {
    fr: 'Amortissements annulés',
    nl: 'Afschrijvingen ongedaan gemaakt',
    en: 'Depreciation taken back',
    de: 'Abschreibungen zurückgenommen',
  },
  told_fixed_assets_depreciation_taken_back: {
    fr: '{user} a annulé {count, plural, one {l’amortissement de l’immobilisation {label}} other {les amortissements de # immobilisations}}',
    nl: '{user} heeft de afschrijving van {count, plural, one {vast actief {label}} other {# vaste activa}} ongedaan gemaakt',
    en: '{user} took back the depreciation of {count, plural, one {fixed asset {label}} other {# fixed assets}}',
    de: '{user} hat die Abschreibung von {count, plural, one {Anlagegut {label}} other {# Anlagegütern}} zurückgenommen',
  },
  activity_fixed_asset_adjusted: {
    fr: 'Valeur ou plan d’une immobilisation changé',
    nl: 'Waarde of plan van een vast actief gewijzigd',
    en: 'Value or plan of a fixed asset changed',
    de: 'Wert oder Plan eines Anlageguts geändert',
  },
  told_fixed_asset_adjusted: {
    fr: '{user} a changé la valeur ou le plan de l’immobilisation {label}',
    nl: '{user} heeft de waarde of het plan van vast actief {label} gewijzigd',
    en: '{user} changed the value or the plan of fixed asset {label}',
    de: '{user} hat den Wert oder den Plan des Anlageguts {label} geändert',
  },
  activity_fixed_asset_adjustment_taken_back: {
    fr: 'Changement d’une immobilisation annulé',
    nl: 'Wijziging van een vast actief ongedaan gemaakt',
    en: 'Change of a fixed asset taken back',
    de: 'Änderung eines Anlageguts zurückgenommen',
  },
  told_fixed_asset_adjustment_taken_back: {
    fr: '{user} a annulé un changement de l’immobilisation {label}',
    nl: '{user} heeft een wijziging van vast actief {label} ongedaan gemaakt',
    en: '{user} took back a change of fixed asset {label}',
    de: '{user} hat eine Änderung des Anlageguts {label} zurückgenommen',
  },
  activity_fixed_asset_disposed: {
    fr: 'Immobilisation sortie',
    nl: 'Vast actief buiten gebruik',
    en: 'Fixed asset disposed of',
    de: 'Anlagegut abgegangen',
  },
  told_fixed_asset_disposed: {
    fr: '{user} a sorti l’immobilisation {label}',
    nl: '{user} heeft vast actief {label} uitgeboekt',
    en: '{user} disposed of fixed asset {label}',
    de: '{user} hat das Anlagegut {label} ausgebucht',
  },
  activity_fixed_asset_disposal_taken_back: {
    fr: 'Sortie d’immobilisation annulée',
    nl: 'Uitboeking van een vast actief ongedaan gemaakt',
    en: 'Disposal of a fixed asset taken back',
    de: 'Abgang eines Anlageguts zurückgenommen',
  },
  told_fixed_asset_disposal_taken_back: {
    fr: '{user} a annulé la sortie de l’immobilisation {label}',
    nl: '{user} heeft de uitboeking van vast actief {label} ongedaan gemaakt',
    en: '{user} took back the disposal of fixed asset {label}',
    de: '{user} hat den Abgang des Anlageguts {label} zurückgenommen',
  },
  activity_fixed_asset_trashed: {
    fr: 'Immobilisation mise à la corbeille',
    nl: 'Vast actief naar de prullenbak verplaatst',
    en: 'Fixed asset moved to the recycle bin',
    de: 'Anlagegut in den Papierkorb verschoben',
  },
  told_fixed_asset_trashed: {
    fr: '{user} a mis l’immobilisation {label} à la corbeille',
    nl: '{user} heeft vast actief {label} naar de prullenbak verplaatst',
    en: '{user} moved fixed asset {label} to the recycle bin',
    de: '{user} hat das Anlagegut {label} in den Papierkorb verschoben',
  },
  activity_fixed_asset_restored: {
    fr: 'Immobilisation restaurée',
    nl: 'Vast actief hersteld',
    en: 'Fixed asset restored',
    de: 'Anlagegut wiederhergestellt',
  },
  told_fixed_asset_restored: {
    fr: '{user} a restauré l’immobilisation {label}',
    nl: '{user} heeft vast actief {label} hersteld',
    en: '{user} restored fixed asset {label}',
    de: '{user} hat das Anlagegut {label} wiederhergestellt',
  },
  activity_fixed_assets_purged: {
    fr: 'Immobilisations supprimées définitivement',
    nl: 'Vaste activa definitief verwijderd',
    en: 'Fixed assets removed for good',
    de: 'Anlagegüter endgültig gelöscht',
  },
  told_fixed_assets_purged: {
    fr: '{user} a supprimé définitivement {count, plural, one {l’immobilisation {label}} other {# immobilisations}}',
    nl: '{user} heeft {count, plural, one {vast actief {label}} other {# vaste activa}} definitief verwijderd',
    en: '{user} removed {count, plural, one {fixed asset {label}} other {# fixed assets}} for good',
    de: '{user} hat {count, plural, one {das Anlagegut {label}} other {# Anlagegüter}} endgültig gelöscht',
  },
} as const satisfies Messages;
