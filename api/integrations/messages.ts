import type { Messages } from '../i18n/messages.ts';

/** Sources outside that a company file is connected with. */
export const messages = {
  integration_unknown: {
    fr: 'Le catalogue n’a pas d’intégration {key}.',
    nl: 'De catalogus heeft geen integratie {key}.',
    en: 'The catalogue has no integration {key}.',
    de: 'Der Katalog hat keine Integration {key}.',
  },
  integration_setting_unknown: {
    fr: 'Cette intégration n’a pas de réglage {name}.',
    nl: 'Deze integratie heeft geen instelling {name}.',
    en: 'This integration has no setting {name}.',
    de: 'Diese Integration hat keine Einstellung {name}.',
  },
  integration_schedule_not_offered: {
    fr: 'Cette fréquence n’est pas offerte ; possibles : {schedules}.',
    nl: 'Deze frequentie wordt niet aangeboden; mogelijk zijn: {schedules}.',
    en: 'This schedule is not offered; possible are: {schedules}.',
    de: 'Diese Häufigkeit wird nicht angeboten; möglich sind: {schedules}.',
  },
  integration_limit_reached: {
    fr: 'Le dossier a déjà {max} intégrations : supprimez-en une avant d’en ajouter.',
    nl: 'Het dossier heeft al {max} integraties: verwijder er eerst een.',
    en: 'The company file has {max} integrations already: remove one before you add another.',
    de: 'Die Akte hat bereits {max} Integrationen: Entfernen Sie zuerst eine davon.',
  },
  integration_password_or_identity: {
    fr: 'Indiquez un mot de passe ou une clé privée.',
    nl: 'Vul een wachtwoord of een privésleutel in.',
    en: 'Give a password or a private key.',
    de: 'Geben Sie ein Kennwort oder einen privaten Schlüssel an.',
  },
  integration_host_invalid: {
    fr: 'Ce n’est pas le nom d’un serveur.',
    nl: 'Dit is geen naam van een server.',
    en: 'This is no name of a server.',
    de: 'Das ist kein Name eines Servers.',
  },
  integration_url_invalid: {
    fr: 'Ce n’est pas une adresse http(s) sans nom d’utilisateur.',
    nl: 'Dit is geen http(s)-adres zonder gebruikersnaam.',
    en: 'This is no http(s) address without a user name.',
    de: 'Das ist keine http(s)-Adresse ohne Benutzernamen.',
  },
  integration_fingerprint_invalid: {
    fr: 'L’empreinte s’écrit SHA256: suivi de 43 caractères.',
    nl: 'De vingerafdruk wordt geschreven als SHA256: gevolgd door 43 tekens.',
    en: 'A fingerprint is written as SHA256: followed by 43 characters.',
    de: 'Ein Fingerabdruck wird als SHA256: mit 43 Zeichen geschrieben.',
  },
  integration_address_refused: {
    fr: 'Cette adresse ne peut pas être appelée : il faut une adresse publique, en https pour le web.',
    nl: 'Dit adres kan niet worden aangeroepen: het moet een openbaar adres zijn, met https voor het web.',
    en: 'This address cannot be called: it must be a public one, https for the web.',
    de: 'Diese Adresse kann nicht aufgerufen werden: Nötig ist eine öffentliche Adresse, im Web mit https.',
  },
  integration_mapping_empty: {
    fr: 'Indiquez d’où vient chaque champ.',
    nl: 'Geef aan waar elk veld vandaan komt.',
    en: 'Say where each field comes from.',
    de: 'Geben Sie an, woher jedes Feld kommt.',
  },
  integration_mapping_lacks: {
    fr: 'La correspondance doit contenir {name}.',
    nl: 'De toewijzing moet {name} bevatten.',
    en: 'The mapping must have {name}.',
    de: 'Die Zuordnung muss {name} enthalten.',
  },
  integration_mapping_twice: {
    fr: 'Le champ {name} est rempli deux fois.',
    nl: 'Het veld {name} wordt tweemaal ingevuld.',
    en: 'The field {name} is filled twice.',
    de: 'Das Feld {name} wird zweimal gefüllt.',
  },
  integration_lookup_impossible: {
    fr: 'La recherche n’est possible que pour {fields}.',
    nl: 'Opzoeken kan alleen voor {fields}.',
    en: 'A lookup is possible for {fields} alone.',
    de: 'Nachschlagen ist nur für {fields} möglich.',
  },
  undo_integration_secret: {
    fr: 'Le secret remplacé n’existe plus : saisissez-le à nouveau dans l’intégration.',
    nl: 'Het vervangen geheim bestaat niet meer: voer het opnieuw in bij de integratie.',
    en: 'The secret that was replaced is no more: enter it again in the integration.',
    de: 'Das ersetzte Geheimnis gibt es nicht mehr: Geben Sie es in der Integration neu ein.',
  },
  undo_integration_gone: {
    fr: 'L’intégration a été supprimée avec ses secrets : connectez-la à nouveau.',
    nl: 'De integratie is met haar geheimen verwijderd: koppel ze opnieuw.',
    en: 'The integration was disconnected with its secrets: connect it again.',
    de: 'Die Integration wurde mit ihren Geheimnissen getrennt: Verbinden Sie sie neu.',
  },
  undo_exchange_rates: {
    fr: 'Les cours de la Banque centrale européenne ne s’annulent pas : corrigez le cours sur le document.',
    nl: 'Koersen van de Europese Centrale Bank worden niet ongedaan gemaakt: verbeter de koers op het document.',
    en: 'Rates of the European Central Bank are not undone: correct the rate on the document.',
    de: 'Kurse der Europäischen Zentralbank werden nicht rückgängig gemacht: Berichtigen Sie den Kurs am Beleg.',
  },
  activity_integration_connected: {
    fr: 'Intégration connectée',
    nl: 'Integratie gekoppeld',
    en: 'Integration connected',
    de: 'Integration verbunden',
  },
  told_integration_connected: {
    fr: '{user} a connecté une intégration',
    nl: '{user} heeft een integratie gekoppeld',
    en: '{user} connected an integration',
    de: '{user} hat eine Integration verbunden',
  },
  activity_integration_changed: {
    fr: 'Intégration modifiée',
    nl: 'Integratie gewijzigd',
    en: 'Integration changed',
    de: 'Integration geändert',
  },
  told_integration_changed: {
    fr: '{user} a modifié une intégration',
    nl: '{user} heeft een integratie gewijzigd',
    en: '{user} changed an integration',
    de: '{user} hat eine Integration geändert',
  },
  activity_integration_disconnected: {
    fr: 'Intégration supprimée',
    nl: 'Integratie verwijderd',
    en: 'Integration disconnected',
    de: 'Integration getrennt',
  },
  told_integration_disconnected: {
    fr: '{user} a supprimé une intégration',
    nl: '{user} heeft een integratie verwijderd',
    en: '{user} disconnected an integration',
    de: '{user} hat eine Integration getrennt',
  },
  activity_exchange_rates_recorded: {
    fr: 'Cours de change repris',
    nl: 'Wisselkoersen overgenomen',
    en: 'Exchange rates taken over',
    de: 'Wechselkurse übernommen',
  },
  told_exchange_rates_recorded: {
    fr: '{user} a repris des cours de change',
    nl: '{user} heeft wisselkoersen overgenomen',
    en: '{user} took over exchange rates',
    de: '{user} hat Wechselkurse übernommen',
  },
} as const satisfies Messages;
