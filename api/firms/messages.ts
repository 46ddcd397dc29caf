import type { Messages } from '../i18n/messages.ts';

/** Firms, their team, and the company files that each member sees. */
export const messages = {
  last_admin: {
    fr: 'Le cabinet doit garder au moins un administrateur actif.',
    nl: 'Het kantoor moet minstens één actieve beheerder houden.',
    en: 'The firm must keep at least one active administrator.',
    de: 'Die Kanzlei muss mindestens einen aktiven Administrator behalten.',
  },
  member_exists: {
    fr: 'Cette personne fait déjà partie de l’équipe.',
    nl: 'Deze persoon maakt al deel uit van het team.',
    en: 'This person already belongs to the team.',
    de: 'Diese Person gehört bereits zum Team.',
  },
  demo_account: {
    fr: 'Cette adresse appartient à un utilisateur de la démonstration.',
    nl: 'Dit adres hoort bij een gebruiker van de demo.',
    en: 'This address belongs to a user of the demo.',
    de: 'Diese Adresse gehört zu einem Benutzer der Demo.',
  },
  account_not_managed: {
    fr: 'Seule la personne elle-même peut changer le nom et le mot de passe de ce compte.',
    nl: 'Alleen de persoon zelf kan de naam en het wachtwoord van dit account wijzigen.',
    en: 'Only the person can change the name and the password of this account.',
    de: 'Nur die Person selbst kann Namen und Passwort dieses Kontos ändern.',
  },
  invitation_not_needed: {
    fr: 'Cette personne fait partie de l’équipe et gère elle-même son compte : il n’y a rien à accepter.',
    nl: 'Deze persoon maakt deel uit van het team en beheert de eigen account: er valt niets te aanvaarden.',
    en: 'This person belongs to the team and looks after their own account: there is nothing to accept.',
    de: 'Diese Person gehört zum Team und verwaltet ihr Konto selbst: Es gibt nichts anzunehmen.',
  },
  company_unknown: {
    fr: 'Ce dossier n’existe pas dans ce cabinet.',
    nl: 'Dit dossier bestaat niet in dit kantoor.',
    en: 'This company file does not exist in this firm.',
    de: 'Diese Akte gibt es in dieser Kanzlei nicht.',
  },
  company_role_too_high: {
    fr: 'Le rôle dans les dossiers ne peut être supérieur à celui que cette personne a dans le cabinet ({role}).',
    nl: 'De rol in de dossiers kan niet hoger zijn dan die van deze persoon in het kantoor ({role}).',
    en: 'The role in company files cannot be higher than the one that this person has in the firm ({role}).',
    de: 'Die Rolle in den Akten kann nicht höher sein als die dieser Person in der Kanzlei ({role}).',
  },
  companies_contradict: {
    fr: 'Indiquez soit tous les dossiers, soit une liste de dossiers.',
    nl: 'Geef ofwel alle dossiers op, ofwel een lijst van dossiers.',
    en: 'Give either all company files or a list of them.',
    de: 'Geben Sie entweder alle Akten oder eine Liste von Akten an.',
  },
  itaa_number_invalid: {
    fr: 'Un numéro ITAA compte huit chiffres, par exemple 50.123.456.',
    nl: 'Een ITAA-nummer telt acht cijfers, bijvoorbeeld 50.123.456.',
    en: 'An ITAA number has eight digits, such as 50.123.456.',
    de: 'Eine ITAA-Nummer hat acht Ziffern, zum Beispiel 50.123.456.',
  },
  phone_invalid: {
    fr: 'Ce numéro de téléphone n’est pas valable.',
    nl: 'Dit telefoonnummer is ongeldig.',
    en: 'This telephone number is not valid.',
    de: 'Diese Telefonnummer ist ungültig.',
  },
  firm_not_linked: {
    fr: 'Ce cabinet n’est pas lié à la plateforme externe.',
    nl: 'Dit kantoor is niet aan het externe platform gekoppeld.',
    en: 'This firm is not linked to the external platform.',
    de: 'Diese Kanzlei ist nicht mit der externen Plattform verknüpft.',
  },
  activity_firm_opened: {
    fr: 'Cabinet ouvert',
    nl: 'Kantoor geopend',
    en: 'Firm opened',
    de: 'Kanzlei eröffnet',
  },
  activity_firm_updated: {
    fr: 'Coordonnées du cabinet modifiées',
    nl: 'Gegevens van het kantoor gewijzigd',
    en: 'Details of the firm changed',
    de: 'Angaben der Kanzlei geändert',
  },
  activity_firm_logo_set: {
    fr: 'Logo du cabinet modifié',
    nl: 'Logo van het kantoor gewijzigd',
    en: 'Logo of the firm changed',
    de: 'Logo der Kanzlei geändert',
  },
  activity_member_attached: {
    fr: 'Membre ajouté à l’équipe',
    nl: 'Teamlid toegevoegd',
    en: 'Member added to the team',
    de: 'Mitglied ins Team aufgenommen',
  },
  activity_second_factor_required: {
    fr: 'Exigence d’un second facteur modifiée',
    nl: 'Vereiste van een tweede factor gewijzigd',
    en: 'Requirement of a second factor changed',
    de: 'Pflicht zum zweiten Faktor geändert',
  },
  activity_member_joined: {
    fr: 'Invitation acceptée',
    nl: 'Uitnodiging aanvaard',
    en: 'Invitation accepted',
    de: 'Einladung angenommen',
  },
  activity_member_invited_again: {
    fr: 'Membre à inviter de nouveau : son compte a été repris par un lien d’un autre cabinet',
    nl: 'Teamlid opnieuw uit te nodigen: de account is overgenomen met een link van een ander kantoor',
    en: 'Member to be invited again: their account was claimed through a link of another firm',
    de: 'Mitglied erneut einzuladen: sein Konto wurde über einen Link einer anderen Kanzlei übernommen',
  },
  activity_member_changed: {
    fr: 'Rôle ou statut d’un membre modifié',
    nl: 'Rol of status van een teamlid gewijzigd',
    en: 'Role or status of a member changed',
    de: 'Rolle oder Status eines Mitglieds geändert',
  },
  activity_member_companies_assigned: {
    fr: 'Dossiers attribués à un membre',
    nl: 'Dossiers aan een teamlid toegewezen',
    en: 'Company files assigned to a member',
    de: 'Akten einem Mitglied zugewiesen',
  },
  activity_member_detached: {
    fr: 'Membre retiré de l’équipe',
    nl: 'Teamlid verwijderd',
    en: 'Member removed from the team',
    de: 'Mitglied aus dem Team entfernt',
  },
  activity_other: {
    fr: 'Autre opération',
    nl: 'Andere bewerking',
    en: 'Other operation',
    de: 'Anderer Vorgang',
  },
} as const satisfies Messages;
