import type { Messages } from '../messages.ts';

/** Signing in, users, tokens and firms. */
export const auth = {
  invalid_credentials: {
    fr: 'L’adresse e-mail ou le mot de passe est incorrect.',
    nl: 'Het e-mailadres of het wachtwoord is onjuist.',
    en: 'The e-mail address or the password is incorrect.',
    de: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  },
  sign_in_locked: {
    fr: 'Trop de tentatives de connexion. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
    nl: 'Te veel aanmeldpogingen. Probeer opnieuw over {seconds, plural, one {# seconde} other {# seconden}}.',
    en: 'Too many sign-in attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
    de: 'Zu viele Anmeldeversuche. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.',
  },
  email_taken: {
    fr: 'Cette adresse e-mail est déjà utilisée par un autre compte.',
    nl: 'Dit e-mailadres wordt al door een andere account gebruikt.',
    en: 'This e-mail address already belongs to another account.',
    de: 'Diese E-Mail-Adresse gehört bereits zu einem anderen Konto.',
  },
  password_too_short: {
    fr: 'Le mot de passe doit compter au moins {min, plural, one {# caractère} other {# caractères}}.',
    nl: 'Het wachtwoord moet minstens {min, plural, one {# teken} other {# tekens}} lang zijn.',
    en: 'The password must be at least {min, plural, one {# character} other {# characters}} long.',
    de: 'Das Passwort muss mindestens {min, plural, one {# Zeichen} other {# Zeichen}} lang sein.',
  },
  token_limit_reached: {
    fr: 'Le nombre maximal de jetons d’intégration ({max}) est atteint.',
    nl: 'Het maximumaantal integratietokens ({max}) is bereikt.',
    en: 'The maximum number of integration tokens ({max}) has been reached.',
    de: 'Die Höchstzahl an Integrationstoken ({max}) ist erreicht.',
  },
  user_limit_reached: {
    fr: 'La licence ne permet pas d’ajouter un utilisateur.',
    nl: 'De licentie laat geen extra gebruiker toe.',
    en: 'The licence does not allow another user.',
    de: 'Die Lizenz erlaubt keinen weiteren Benutzer.',
  },
  demo_unavailable: {
    fr: 'Les données de démonstration ne sont pas disponibles pour le moment.',
    nl: 'De demogegevens zijn momenteel niet beschikbaar.',
    en: 'The demo data set is not available at the moment.',
    de: 'Die Demodaten sind derzeit nicht verfügbar.',
  },
  firm_required: {
    fr: 'Indiquez la fiduciaire à laquelle rattacher ce dossier.',
    nl: 'Geef aan bij welk kantoor dit dossier hoort.',
    en: 'Name the firm that this company file belongs to.',
    de: 'Geben Sie die Kanzlei an, zu der diese Akte gehört.',
  },
  firm_unknown: {
    fr: 'Cette fiduciaire n’existe pas ou ne vous est pas accessible.',
    nl: 'Dit kantoor bestaat niet of is voor u niet toegankelijk.',
    en: 'This firm does not exist or is not accessible to you.',
    de: 'Diese Kanzlei existiert nicht oder ist Ihnen nicht zugänglich.',
  },
} as const satisfies Messages;
