/* SPDX-License-Identifier: Apache-2.0 */
/* Problem sizes of FT and the checksums that the NAS Parallel Benchmarks publish for each step. */
#ifndef BAMBOO_APPS_FT_CLASSES_H
#define BAMBOO_APPS_FT_CLASSES_H

enum { X, Y, Z, PUBLISHED = 6, MOST_STEPS = 20 };

struct problem {
  int n[3];
  double re[PUBLISHED], im[PUBLISHED];
};
#define CLASSES "SWA" /* the letters of the problems, in their order */

static const struct problem problems[] = {
    /* S */
    {{64, 64, 64},
     {5.546087004964e+02, 5.546385409189e+02, 5.546148406171e+02, 5.545423607415e+02,
      5.544255039624e+02, 5.542683411902e+02},
     {4.845363331978e+02, 4.865304269511e+02, 4.883910722336e+02, 4.901273169046e+02,
      4.917475857993e+02, 4.932597244941e+02}},
    /* W */
    {{128, 128, 32},
     {5.673612178944e+02, 5.631436885271e+02, 5.594024089970e+02, 5.560698047020e+02,
      5.530898991250e+02, 5.504159734538e+02},
     {5.293246849175e+02, 5.282149986629e+02, 5.270996558037e+02, 5.260027904925e+02,
      5.249400845633e+02, 5.239212247086e+02}},
    /* A */
    {{256, 256, 128},
     {5.046735008193e+02, 5.059412319734e+02, 5.069376896287e+02, 5.077892868474e+02,
      5.085233095391e+02, 5.091487099959e+02},
     {5.114047905510e+02, 5.098809666433e+02, 5.098144042213e+02, 5.101336130759e+02,
      5.104914655194e+02, 5.107917842803e+02}}};

#endif
