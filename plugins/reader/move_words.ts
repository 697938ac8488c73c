// All words of the page on which a document gets another place.
import { words } from "../app/port/words.ts";

export const moveWords = words(
  {
    move: (title: string) => `Move ${title}`,
    here: "Move",
    link_stays: "Its link stays as it is.",
    not_yours: "Whoever owns it moves it, or whoever may edit the folder of the space that it lies in.",
    mine: "My documents",
    space: "Space",
    show: "Show its folders",
    folder: "Folder",
    top: "At the top",
    nowhere: "There is no other folder here. Choose another space, or make a folder first.",
    opens_to: "Who may open the folder may open it there, and who was let in by name stays let in.",
    do_move: "Move",
    cancel: "Cancel",
    moved: "It is moved.",
  },
  {
    move: (title: string) => `${title} verschieben`,
    here: "Verschieben",
    link_stays: "Der Link bleibt, wie er ist.",
    not_yours: "Verschieben darf es, wem es gehört oder wer den Ordner des Bereichs bearbeiten darf, in dem es liegt.",
    mine: "Meine Dokumente",
    space: "Bereich",
    show: "Ordner zeigen",
    folder: "Ordner",
    top: "Ganz oben",
    nowhere: "Hier ist kein anderer Ordner. Wähle einen anderen Bereich oder lege zuerst einen Ordner an.",
    opens_to: "Wer den Ordner öffnen darf, darf es dort öffnen, und wem es namentlich gegeben ist, der behält es.",
    do_move: "Verschieben",
    cancel: "Abbrechen",
    moved: "Es ist verschoben.",
  },
);
