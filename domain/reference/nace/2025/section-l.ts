/** Section L of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionL = `
L|Activités financières et d’assurance|Financiële activiteiten en verzekeringen|Financial and insurance activities|Erbringung von Finanz- und Versicherungsdienstleistungen
64|Activités de services financiers, hors assurance et fonds de pension|Financiële dienstverlening, exclusief verzekeringen en pensioenfondsen|Financial service activities, except insurance and pension funding|Erbringung von Finanzdienstleistungen
64.1|Intermédiation monétaire|Activiteiten van geldscheppende financiële instellingen|Monetary intermediation|Zentralbanken und Kreditinstitute
64.11|Activités de banque centrale|Activiteiten van centrale banken|Central banking|Zentralbanken
64.19|Autre intermédiation monétaire|Overige activiteiten van geldscheppende financiële instellingen|Other monetary intermediation|Kreditinstitute, ohne Spezialkreditinstitute
64.2|Activités de société holding et de conduit de financement|Activiteiten van holdings en financieringskanalen|Activities of holding companies and financing conduits|Beteiligungsgesellschaften und Finanzierungs-Conduits
64.21|Activités de société holding|Activiteiten van holdings|Activities of holding companies|Beteiligungsgesellschaften
64.22|Activités de conduit de financement|Activiteiten van financieringskanalen|Activities of financing conduits|Finanzierungs-Conduits
64.3|Activités de fiducie, fonds et entités financières similaires|Activiteiten van beleggingstrusts en -fondsen en andere financiële instrumenten|Activities of trusts, funds and similar financial entities|Treuhand- und sonstige Fonds u. ä. Finanzinstitutionen
64.31|Activités de fonds d’investissement sur le marché monétaire ou non monétaire|Activiteiten van geldmarkt- en niet-geldmarktbeleggingsfondsen|Activities of money market and non-money market investments funds|Investmentfonds
64.32|Activités de fiducie, comptes de patrimoine et d’agence|Activiteiten van trust-, vastgoed- en agentuurrekeningen|Activities of trust, estate and agency accounts|Treuhandfonds, Nachlass- und Treuhandkonten
64.9|Autres activités des services financiers, hors assurance et fonds de pension|Overige financiële dienstverlening, exclusief verzekeringen en pensioenfondsen|Other financial service activities, except insurance and pension funding|Sonstige Finanzierungsinstitutionen
64.91|Crédit-bail|Financiële lease|Financial leasing|Institutionen für Finanzierungsleasing
64.92|Autre distribution de crédit|Overige kredietverstrekking|Other credit granting|Spezialkreditinstitute
64.921|Octroi de crédit à la consommation|Verstrekken van verbruikskrediet|Granting of consumer credits|Vergabe von Verbraucherkrediten
64.922|Octroi de crédit hypothécaire|Verstrekken van hypothecair krediet|Granting of mortgage loans|Vergabe von Hypothekendarlehen
64.923|Activités d’affacturage (Factoring)|Factoring|Factoring activities|Factoring
64.924|Titrisation de prêts|Titrisatie van leningen|Securitisation of loans|Verbriefung von Krediten
64.929|Autre distribution de crédit n.c.a.|Overige kredietverstrekking, n.e.g.|Other credit granting n.e.c.|Sonstige Kreditvergabe a.n.g.
64.99|Autres activités des services financiers, hors assurance et fonds de pension, n.c.a.|Overige financiële dienstverlening, exclusief verzekeringen en pensioenfondsen, n.e.g.|Other financial service activities, except insurance and pension funding n.e.c.|Sonstige Finanzdienstleistungen a.n.g.
64.991|Activités des sociétés de bourses|Activiteiten van beursvennootschappen|Activities of stock exchange companies|Tätigkeiten von Börsengesellschaften
64.999|Autres activités des services financiers, n.c.a.|Overige financiële dienstverlening, n.e.g.|Other financial service activities n.e.c.|Sonstige Finanzdienstleistungen a.n.g.
65|Assurance, réassurance et fonds de pension, à l’exclusion de la sécurité sociale obligatoire|Activiteiten op het gebied van verzekeringen en pensioenfondsen, exclusief verplichte sociale verzekeringen|Insurance, reinsurance and pension funding, except compulsory social security|Versicherungen, Rückversicherungen und Pensionskassen, ohne Sozialversicherung
65.1|Assurance|Verzekeringen|Insurance|Versicherungen
65.11|Assurance vie|Levensverzekeringen|Life insurance|Lebensversicherungen
65.111|Opérations directes d’assurance vie|Rechtstreekse verzekeringsverrichtingen leven|Direct life insurance transactions|Direkte Lebensversicherungsgeschäfte
65.112|Activités des entreprises d’assurances multibranches à prédominance vie|Activiteiten van gemengde verzekeringsondernemingen, overwegend leven|Activities of multi-line, predominantly life insurance companies|Tätigkeiten von Versicherungsunternehmen in verschiedenen Versicherungszweigen mit Schwerpunkt in der Lebensversicherung
65.12|Assurances non-vie|Niet-levensverzekeringen|Non-life insurance|Nichtlebensversicherungen
65.121|Opérations directes d’assurance non-vie|Rechtstreekse verzekeringsverrichtingen niet-leven|Direct non-life insurance transactions|Sonstige Versicherungen (ohne Rückversicherung)
65.122|Activités des entreprises d’assurances multibranches à prédominance non-vie|Activiteiten van gemengde verzekeringsondernemingen, overwegend niet-leven|Activities of multi-line, predominantly non-life insurance companies|Tätigkeiten von Versicherungsunternehmen in verschiedenen Versicherungszweigen mit Schwerpunkt in der Nichtlebensversicherung
65.2|Réassurance|Herverzekering|Reinsurance|Rückversicherungen
65.3|Fonds de pension|Activiteiten van pensioenfondsen|Pension funding|Pensionskassen und Pensionsfonds
66|Activités auxiliaires d’activités de services financiers et d’assurance|Ondersteunende activiteiten voor verzekeringen en pensioenfondsen|Activities auxiliary to financial services and insurance activities|Mit Finanz- und Versicherungsdienstleistungen verbundene Tätigkeiten
66.1|Activités auxiliaires de services financiers, hors assurance et fonds de pension|Ondersteunende activiteiten in verband met financiële diensten, exclusief verzekeringen en pensioenfondsen|Activities auxiliary to financial services, except insurance and pension funding|Mit Finanzdienstleistungen verbundene Tätigkeiten
66.11|Administration de marchés financiers|Beheer van financiële markten|Administration of financial markets|Effekten- und Warenbörsen
66.12|Courtage de valeurs mobilières et de matières premières|Bemiddeling in effecten- en goederencontracten|Security and commodity contracts brokerage|Effekten- und Warenhandel
66.121|Financement participatif (crowdfunding)|Crowdfunding|Crowdfunding|Crowdfunding
66.129|Autre courtage de valeurs mobilières et de matières premières, à l’exception du financement participatif (crowdfunding)|Overige bemiddeling in effecten- en goederencontracten, m.u.v. crowdfunding|Other security and commodity contracts brokerage, except crowdfunding|Sonstiger Effekten- und Warenhandel, mit Ausnahme von Crowdfunding
66.19|Autres activités auxiliaires de services financiers, hors assurance et fonds de pension|Overige ondersteunende activiteiten in verband met financiële diensten, exclusief verzekeringen en pensioenfondsen|Other activities auxiliary to financial services, except insurance and pension funding|Sonstige mit Finanzdienstleistungen verbundene Tätigkeiten
66.191|Activités des agents et courtiers en services bancaires|Agenten en makelaars in bankdiensten|Activities of banking service agents and brokers|Makler und Vermittler im Bereich Bankdienstleistungen
66.199|Autres activités auxiliaires de services financiers n.c.a., hors assurance et caisses de retraite|Overige ondersteunende activiteiten in verband met financiële diensten, n.e.g., exclusief verzekeringen en pensioenfondsen|Other activities auxiliary to financial services n.e.c., except insurance and pension funding|Sonstige mit Finanzdienstleistungen verbundene Tätigkeiten a.n.g., mit Ausnahme von Versicherungen und Pensionskassen
66.2|Activités auxiliaires d’assurance et de fonds de pension|Ondersteunende activiteiten in verband met verzekeringen en pensioenfondsen|Activities auxiliary to insurance and pension funding|Mit Versicherungsdienstleistungen und Pensionskassen verbundene Tätigkeiten
66.21|Évaluation des risques et dommages|Activiteiten van risicoanalisten en schadetaxateurs|Risk and damage evaluation|Risiko- und Schadensbewertung
66.22|Activités des agents et courtiers d’assurances|Activiteiten van verzekeringsagenten en -makelaars|Activities of insurance agents and brokers|Tätigkeiten der Versicherungsvermittlung
66.29|Activités auxiliaires d’assurance et de fonds de pension n.c.a.|Ondersteunende activiteiten in verband met verzekeringen en pensioenfondsen, n.e.g.|Activities auxiliary to insurance and pension funding n.e.c.|Mit Versicherungsdienstleistungen und Pensionskassen verbundene Tätigkeiten a.n.g.
66.3|Activités de gestion de fonds|Vermogensbeheer|Fund management activities|Fondsmanagement
`;
