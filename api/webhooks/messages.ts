import type { Messages } from '../i18n/messages.ts';

/** Outgoing webhooks. */
export const messages = {
  webhook_url_refused: {
    fr: 'Cette adresse ne peut pas être appelée : il faut une adresse https publique, sans nom d’utilisateur ni mot de passe.',
    nl: 'Dit adres kan niet worden aangeroepen: het moet een openbaar https-adres zijn, zonder gebruikersnaam of wachtwoord.',
    en: 'This address cannot be called: it must be a public https address without user name or password.',
    de: 'Diese Adresse kann nicht aufgerufen werden: Nötig ist eine öffentliche https-Adresse ohne Benutzernamen und Kennwort.',
  },
  webhook_limit_reached: {
    fr: 'Le cabinet a déjà {max} webhooks : supprimez-en un avant d’en ajouter.',
    nl: 'Het kantoor heeft al {max} webhooks: verwijder er eerst een.',
    en: 'The firm has {max} webhooks already: remove one before you add another.',
    de: 'Die Kanzlei hat bereits {max} Webhooks: Entfernen Sie zuerst einen davon.',
  },
  webhook_event_unknown: {
    fr: 'L’événement {event} n’existe pas.',
    nl: 'De gebeurtenis {event} bestaat niet.',
    en: 'There is no event {event}.',
    de: 'Das Ereignis {event} gibt es nicht.',
  },
  webhook_every_event_alone: {
    fr: '* signifie tous les événements et s’indique seul.',
    nl: '* betekent alle gebeurtenissen en staat alleen.',
    en: '* means all events and stands alone.',
    de: '* bedeutet alle Ereignisse und steht allein.',
  },
  activity_webhook_added: {
    fr: 'Webhook ajouté',
    nl: 'Webhook toegevoegd',
    en: 'Webhook added',
    de: 'Webhook hinzugefügt',
  },
  told_webhook_added: {
    fr: '{user} a ajouté un webhook',
    nl: '{user} heeft een webhook toegevoegd',
    en: '{user} added a webhook',
    de: '{user} hat einen Webhook hinzugefügt',
  },
  activity_webhook_changed: {
    fr: 'Webhook modifié',
    nl: 'Webhook gewijzigd',
    en: 'Webhook changed',
    de: 'Webhook geändert',
  },
  told_webhook_changed: {
    fr: '{user} a modifié un webhook',
    nl: '{user} heeft een webhook gewijzigd',
    en: '{user} changed a webhook',
    de: '{user} hat einen Webhook geändert',
  },
  activity_webhook_secret_rotated: {
    fr: 'Secret d’un webhook remplacé',
    nl: 'Geheim van een webhook vervangen',
    en: 'Secret of a webhook replaced',
    de: 'Geheimnis eines Webhooks ersetzt',
  },
  told_webhook_secret_rotated: {
    fr: '{user} a remplacé le secret d’un webhook',
    nl: '{user} heeft het geheim van een webhook vervangen',
    en: '{user} replaced the secret of a webhook',
    de: '{user} hat das Geheimnis eines Webhooks ersetzt',
  },
  activity_webhook_removed: {
    fr: 'Webhook supprimé',
    nl: 'Webhook verwijderd',
    en: 'Webhook removed',
    de: 'Webhook entfernt',
  },
  told_webhook_removed: {
    fr: '{user} a supprimé un webhook',
    nl: '{user} heeft een webhook verwijderd',
    en: '{user} removed a webhook',
    de: '{user} hat einen Webhook entfernt',
  },
} as const satisfies Messages;
