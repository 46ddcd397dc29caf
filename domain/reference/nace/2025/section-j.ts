/** Section J of NACE-BEL 2025: code, then French, Dutch, English and German. */
export const sectionJ = `
J|Édition, diffusion et activités de production et de distribution de contenu|Activiteiten van uitgeverijen, omroepactiviteiten en productie en distributie van inhoud|Publishing, broadcasting, and content production and distribution activities|Verlagswesen, Rundfunk sowie Erstellung und Verbreitung von Medieninhalten
58|Activités d’édition|Activiteiten van uitgeverijen|Publishing activities|Verlagswesen
58.1|Édition de livres, de journaux et autres activités d’édition, à l’exception de l’édition de logiciels|Activiteiten van uitgeverijen van boeken en kranten en overige activiteiten van uitgeverijen, met uitzondering van het uitgeven van software|Publishing of books, newspapers and other publishing activities, except software publishing|Verlegen von Büchern und Zeitungen sowie sonstiges Verlagswesen, ohne Software
58.11|Édition de livres|Uitgeven van boeken|Publishing of books|Verlegen von Büchern
58.12|Édition de journaux|Uitgeven van kranten|Publishing of newspapers|Verlegen von Zeitungen
58.13|Édition de revues et de périodiques|Uitgeven van tijdschriften|Publishing of journals and periodicals|Verlegen von Zeitschriften
58.19|Autres activités d’édition, à l’exception de l’édition de logiciels|Overige activiteiten van uitgeverijen, met uitzondering van het uitgeven van software|Other publishing activities, except software publishing|Sonstiges Verlagswesen, ohne Software
58.2|Édition de logiciels|Uitgeven van software|Software publishing|Verlegen von Software
58.21|Édition de jeux vidéo|Uitgeven van computerspellen|Publishing of video games|Verlegen von Computerspielen
58.29|Édition d’autres logiciels|Uitgeven van overige software|Other software publishing|Verlegen von sonstiger Software
59|Production de films cinématographiques, de vidéos et de programmes de télévision; enregistrement sonore et édition musicale|Productie van films en video- en televisieprogramma’s, maken van geluidsopnamen en uitgeverijen van muziekopnamen|Motion picture, video and television programme production, sound recording and music publishing activities|Herstellung, Verleih und Vertrieb von Filmen und Fernsehprogrammen; Kinos; Tonstudios und Verlegen von Musik
59.1|Activités cinématographiques, vidéo et de télévision|Activiteiten in verband met films en video- en televisieprogramma’s|Motion picture, video and television programme activities|Herstellung von Filmen und Fernsehprogrammen, deren Verleih und Vertrieb, Kinos
59.11|Production de films cinématographiques, de vidéos et de programmes de télévision|Productie van films en video- en televisieprogramma’s|Motion picture, video and television programme production activities|Herstellung von Filmen, Videofilmen und Fernsehprogrammen
59.111|Production de films cinématographiques|Productie van bioscoopfilms|Motion picture production activities|Produktion von Kinofilmen
59.112|Production de films pour la télévision|Productie van televisiefilms|Television film production activities|Produktion von Fernsehfilmen
59.113|Production de vidéos et de films, à l’exception des films cinématographiques et des films pour la télévision|Productie van video en film, m.u.v. bioscoop- en televisiefilms|Video and film production activities, except motion picture and television films|Filmproduktion, mit Ausnahme von Kino- und Fernsehfilmen
59.114|Production de programmes pour la télévision|Productie van televisieprogramma’s|Television programme production activities|Produktion von Fernsehprogrammen
59.12|Post-production de films cinématographiques, de vidéos et de programmes de télévision|Activiteiten in verband met films en video- en televisieprogramma’s na de productie|Motion picture, video and television programme post-production activities|Nachbearbeitung und sonstige Filmtechnik
59.13|Distribution de films cinématographiques et de vidéos|Activiteiten op het gebied van de distributie van films en video’s|Motion picture and video distribution activities|Filmverleih und -vertrieb, nicht an private Haushalte
59.14|Projection de films cinématographiques|Vertoning van films|Motion picture projection activities|Kinos
59.2|Enregistrement sonore et édition musicale|Maken van geluidsopnamen en uitgeverijen van muziekopnamen|Sound recording and music publishing activities|Tonstudios; Herstellung von Hörfunkbeiträgen; Verlegen von bespielten Tonträgern und Musikalien
59.20
59.201|Production d’enregistrements sonores|Maken van geluidsopnamen|Sound recording activities|Produktion von Tonaufnahmen
59.202|Studios d’enregistrements sonores|Geluidsopnamestudio’s|Sound recording studios|Tonaufnahmestudios
59.203|Édition musicale|Uitgeverijen van muziekopnamen|Music publishing activities|Herausgabe von Tonaufnahmen
59.209|Autres services d’enregistrements sonores|Overige diensten in verband met het maken van geluidsopnamen|Other sound recording services|Sonstige mit der Anfertigung von Tonaufnahmen zusammenhängende Dienstleistungen
60|Activités de programmation, de diffusion, d’agence de presse et autres activités de distribution de contenu|Programmering, uitzending, persagentschappen en andere activiteiten op het gebied van de verspreiding van inhoud|Programming, broadcasting, news agency and other content distribution activities|Rundfunkveranstalter, Nachrichtenagenturen und sonstige Verbreitung von Medieninhalten
60.1|Radiodiffusion et activités de distribution de contenu audio|Uitzenden van radioprogramma’s en distributie van audio|Radio broadcasting and audio distribution activities|Hörfunkveranstalter und Verbreitung von Audioinhalten
60.2|Programmation et diffusion télévisuelle et activités de distribution de contenu vidéo|Samenstellen en uitzenden van televisieprogramma’s en distributie van video’s|Television programming, broadcasting and video distribution activities|Fernsehveranstalter und Verbreitung von Videoinhalten
60.3|Activités d’agence de presse et autres activités de distribution de contenu|Activiteiten van persagentschappen en andere activiteiten op het gebied van de verspreiding van inhoud|News agency and other content distribution activities|Nachrichtenagenturen und sonstige Verbreitung von Medieninhalten
60.31|Activités d’agence de presse|Activiteiten van persagentschappen|News agency activities|Nachrichtenagenturen
60.39|Autres activités de distribution de contenu|Andere activiteiten op het gebied van de verspreiding van inhoud|Other content distribution activities|Sonstige Verbreitung von Medieninhalten
`;
