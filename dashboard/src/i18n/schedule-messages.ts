import { useTranslation } from "@kolo/ui/language.tsx";

const en = {
  when: "When",
  now: "Now",
  later: "At a date and time",
  day: "Date",
  time: (zone: string) => `Time (${zone})`,
  hold: "When the money is reserved",
  hold_now: "Now",
  hold_at_due: "At that time; if the balance is too small then, nothing is sent",
  scheduled_for: "Scheduled for",
  new_title: "Create a schedule",
  create: "Create the schedule",
  repeat: "Repeat on a schedule",
  same_list: "The same people and sums as",
  frequency: "How often",
  frequencies: { monthly: "Every month", weekly: "Every week", daily: "Every day" },
  day_of_month: "Day of the month",
  or_last: (day: number) => `${day}, or the month’s last day`,
  day_of_week: "Day of the week",
  time_of_day: "Time",
  holiday_rule: "On a Saturday, a Sunday or a holiday",
  holiday_rules: {
    none: "Pay all the same",
    before: "Pay on the working day before",
    after: "Pay on the working day after",
  },
  holidays: (count: number) =>
    count === 0
      ? "Your list of holidays is empty: your developers can fill it through the API."
      : `Your list of holidays has ${count === 1 ? "one day" : `${count} days`}.`,
  starts_on: "First day",
  ends_on: "Last day",
  ends_after: "Ends after",
  payments: (count: number) => (count === 1 ? "1 payment" : `${count} payments`),
  ahead: "When each bulk transfer is created",
  days_ahead: (count: number) =>
    count === 0 ? "At its due time" : `${count === 1 ? "1 day" : `${count} days`} before, to be approved or canceled`,
  hold_ahead: "When it is created",
  hold_due: "At its due time",
  approval: "Each payment waits for a second person. Create it some days before, so that they have time.",
  people: (count: number) => (count === 1 ? "1 person" : `${count} people`),
  next: "Next payments",
  no_next: "No payment is planned.",
  times_of: (zone: string) => `Times of ${zone}.`,
  facts: "Timing",
  runs: "Past payments",
  no_runs: "Nothing has been paid yet.",
  due: "Due",
  outcome: "Outcome",
  failures: {
    insufficient_balance: "The balance did not cover the sum",
    transfers_refused: "The list can no longer be paid",
  },
  list: "Who is paid",
  shown: (shown: number, all: number) => `The first ${shown} of ${all}.`,
};

export type ScheduleMessages = typeof en;

const fr: ScheduleMessages = {
  when: "Quand",
  now: "Maintenant",
  later: "À une date et une heure",
  day: "Date",
  time: (zone) => `Heure (${zone})`,
  hold: "Quand l’argent est réservé",
  hold_now: "Maintenant",
  hold_at_due: "À ce moment\u202f; si le solde est alors insuffisant, rien ne part",
  scheduled_for: "Prévu pour le",
  new_title: "Créer une planification",
  create: "Créer la planification",
  repeat: "Planifier à nouveau",
  same_list: "Mêmes bénéficiaires et mêmes sommes que",
  frequency: "Fréquence",
  frequencies: { monthly: "Chaque mois", weekly: "Chaque semaine", daily: "Chaque jour" },
  day_of_month: "Jour du mois",
  or_last: (day) => `${day}, ou le dernier jour du mois`,
  day_of_week: "Jour de la semaine",
  time_of_day: "Heure",
  holiday_rule: "Un samedi, un dimanche ou un jour férié",
  holiday_rules: {
    none: "Payer quand même",
    before: "Payer le jour ouvré précédent",
    after: "Payer le jour ouvré suivant",
  },
  holidays: (count) =>
    count === 0
      ? "Votre liste de jours fériés est vide\u00a0: vos développeurs peuvent la remplir par l’API."
      : `Jours fériés dans votre liste\u00a0: ${count}.`,
  starts_on: "Premier jour",
  ends_on: "Dernier jour",
  ends_after: "S’arrête après",
  payments: (count) => (count === 1 ? "1 paiement" : `${count} paiements`),
  ahead: "Quand chaque transfert groupé est créé",
  days_ahead: (count) =>
    count === 0 ? "À l’échéance" : `${count === 1 ? "1 jour" : `${count} jours`} avant, pour être validé ou annulé`,
  hold_ahead: "À sa création",
  hold_due: "À l’échéance",
  approval:
    "Chaque paiement attend une seconde personne. Faites-le créer quelques jours avant, pour qu’elle ait le temps.",
  people: (count) => (count === 1 ? "1 personne" : `${count} personnes`),
  next: "Prochains paiements",
  no_next: "Aucun paiement n’est prévu.",
  times_of: (zone) => `Heures de ${zone}.`,
  facts: "Calendrier",
  runs: "Paiements passés",
  no_runs: "Rien n’a encore été payé.",
  due: "Échéance",
  outcome: "Résultat",
  failures: {
    insufficient_balance: "Le solde ne couvrait pas la somme",
    transfers_refused: "La liste ne peut plus être payée",
  },
  list: "Qui est payé",
  shown: (shown, all) => `Les ${shown} premiers sur ${all}.`,
};

/** The texts of scheduled orders and of schedules. */
export function useScheduleMessages(): ScheduleMessages {
  return useTranslation({ en, fr });
}
