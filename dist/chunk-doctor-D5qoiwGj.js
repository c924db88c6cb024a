import { n as repositoryOf, t as doctorStep } from "./chunk-doctor-L-6bAvVL.js";

export { doctorStep };