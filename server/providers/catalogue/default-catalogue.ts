import bf from "./bf.json" with { type: "json" };
import bj from "./bj.json" with { type: "json" };
import cd from "./cd.json" with { type: "json" };
import cg from "./cg.json" with { type: "json" };
import ci from "./ci.json" with { type: "json" };
import cm from "./cm.json" with { type: "json" };
import ga from "./ga.json" with { type: "json" };
import gh from "./gh.json" with { type: "json" };
import gm from "./gm.json" with { type: "json" };
import gn from "./gn.json" with { type: "json" };
import ke from "./ke.json" with { type: "json" };
import lr from "./lr.json" with { type: "json" };
import ml from "./ml.json" with { type: "json" };
import ng from "./ng.json" with { type: "json" };
import { type CatalogueCountry, readCatalogue } from "./read-catalogue.ts";
import rw from "./rw.json" with { type: "json" };
import sn from "./sn.json" with { type: "json" };
import ss from "./ss.json" with { type: "json" };
import sz from "./sz.json" with { type: "json" };
import tz from "./tz.json" with { type: "json" };
import ug from "./ug.json" with { type: "json" };
import za from "./za.json" with { type: "json" };
import zm from "./zm.json" with { type: "json" };

/** The catalogue that Kolo ships with: a file per country. Channels are listed in this order. */
export const DEFAULT_CATALOGUE: readonly CatalogueCountry[] = readCatalogue([
  cm,
  bf,
  bj,
  cd,
  cg,
  ci,
  ga,
  gh,
  gm,
  gn,
  ke,
  lr,
  ml,
  ng,
  rw,
  sn,
  ss,
  sz,
  tz,
  ug,
  za,
  zm,
]);
